package org.vppscheduler.draw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.base.Splitter;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;
import org.openqa.selenium.interactions.WheelInput;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * The page in a browser. Skipped where there is no Chromium with its driver on the path.
 *
 * <p>With {@code -Dpictures.directory=DIR} the tests also leave screenshots there.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TimelineInBrowserTest {
  /** How long a slow machine may take; none of the tests is about speed. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private static Path temporary;

  private @Nullable ChromeDriver started;

  @BeforeAll
  void start() {
    Optional<File> browser = onPath("chromium");
    Optional<File> driver = onPath("chromedriver");
    assumeTrue(
        browser.isPresent() && driver.isPresent(),
        "no browser: chromium and chromedriver are not both on the path");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.get());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + temporary.resolve("profile"));
    LoggingPreferences logging = new LoggingPreferences();
    logging.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logging);
    // With both executables named, nothing is looked for, let alone downloaded.
    started =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(driver.get()).build(), options);
  }

  private static Optional<File> onPath(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Splitter.on(File.pathSeparatorChar)
        .splitToStream(path)
        .map(folder -> new File(folder, name))
        .filter(File::canExecute)
        .findFirst();
  }

  @AfterAll
  void stop() {
    if (started != null) {
      started.quit();
    }
  }

  /** A page that complains is wrong, whatever it shows. */
  @AfterEach
  void checkConsole() {
    assertThat(browser().manage().logs().get(LogType.BROWSER).getAll())
        .extracting(LogEntry::getMessage)
        .isEmpty();
  }

  private ChromeDriver browser() {
    if (started == null) {
      throw new IllegalStateException("The browser is not running.");
    }
    return started;
  }

  private void open(String name, Drawing drawing) throws IOException {
    open(name, drawing, 1200, 800);
  }

  private void open(String name, Drawing drawing, int width, int height) throws IOException {
    Path page = temporary.resolve(name + ".html");
    Files.writeString(page, Drawings.write(TimelineHtml.create(), drawing), UTF_8);
    theme("light");
    browser().manage().window().setSize(new Dimension(width, height));
    browser().get(page.toUri().toString());
    await(view -> true);
  }

  private void theme(String scheme) {
    browser()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private WebElement canvas() {
    return browser().findElement(By.id("timeline"));
  }

  private WebElement byId(String id) {
    return browser().findElement(By.id(id));
  }

  /** Returns what the page says is to be seen, once that is as expected. */
  @CanIgnoreReturnValue
  private JsonObject await(Predicate<JsonObject> expected) {
    return new WebDriverWait(browser(), PATIENCE)
        .withMessage(() -> "The view stays " + canvas().getDomAttribute("data-view"))
        .until(
            driver -> {
              String view = canvas().getDomAttribute("data-view");
              if (view == null) {
                return null;
              }
              JsonObject parsed = JsonParser.parseString(view).getAsJsonObject();
              return expected.test(parsed) ? parsed : null;
            });
  }

  private void awaitTrue(BooleanSupplier expected) {
    boolean met = new WebDriverWait(browser(), PATIENCE).until(driver -> expected.getAsBoolean());
    assertThat(met).isTrue();
  }

  private JsonObject view() {
    return await(view -> true);
  }

  private static double number(JsonObject view, String name) {
    return view.get(name).getAsDouble();
  }

  private static String text(JsonObject view, String name) {
    return view.get(name).getAsString();
  }

  private static double span(JsonObject view) {
    return number(view, "to") - number(view, "from");
  }

  /** Returns the actions that move the mouse to a time on a stage's lane. */
  private Actions pointAt(int stage, double time) {
    JsonObject view = view();
    double part = (time - number(view, "from")) / span(view);
    double x = number(view, "left") + part * (number(view, "right") - number(view, "left"));
    double y = number(view, "top") + stage * number(view, "pitch") + number(view, "box") / 2;
    return new Actions(browser())
        .moveToLocation((int) (canvasEdge("left") + x), (int) (canvasEdge("top") + y));
  }

  private double canvasEdge(String edge) {
    Object found =
        browser()
            .executeScript(
                "return document.getElementById('timeline').getBoundingClientRect()[arguments[0]]",
                edge);
    return ((Number) requireNonNull(found)).doubleValue();
  }

  private void press(CharSequence... keys) {
    canvas().sendKeys(keys);
  }

  private void keep(String name) throws IOException {
    String folder = System.getProperty("pictures.directory", "");
    if (!folder.isEmpty()) {
      Files.createDirectories(Path.of(folder));
      Files.write(Path.of(folder, name + ".png"), browser().getScreenshotAs(OutputType.BYTES));
    }
  }

  private long count(String selector) {
    return browser().findElements(By.cssSelector(selector)).size();
  }

  /** Returns the colour of the canvas's corner, which is bare ground. */
  private String ground() {
    return String.valueOf(
        browser()
            .executeScript(
                "const one = document.createElement('canvas');"
                    + "const context = one.getContext('2d', {willReadFrequently: true});"
                    + "context.drawImage(document.getElementById('timeline'), 0, 0);"
                    + "return Array.from(context.getImageData(1, 1, 1, 1).data).slice(0, 3).join()"));
  }

  @Test
  void open_page_showsEverything() throws IOException {
    open("plain", Drawings.plain().withTitle("Plain <b>pipeline</b>"));
    JsonObject view = view();

    assertThat(browser().getTitle()).isEqualTo("Plain <b>pipeline</b>");
    assertThat(number(view, "from")).isZero();
    assertThat(number(view, "to")).isCloseTo(57, within(0.01));
    assertThat(count("#legend .entry")).isEqualTo(3);
    assertThat(count("#figures tbody tr")).isEqualTo(4);
    keep("html-plain-light");
  }

  @Test
  void hover_job_showsItsDetails() throws IOException {
    open("hover", Drawings.plain());

    pointAt(2, 2.5).perform();

    await(view -> text(view, "hovered").equals("forward0:0@2"));
    assertThat(byId("tip").getText())
        .isEqualTo(
            "forward0:0\nstage 2 · chunk 0 · micro-batch 0 · warmup\n2 to 3, takes 1\n"
                + "waits for recv_forward0:0 (stage 2)");
    keep("html-hover");
  }

  @Test
  void hover_idleTime_showsNothing() throws IOException {
    open("idle", Drawings.plain());

    pointAt(3, 1).perform();

    assertThat(byId("tip").isDisplayed()).isFalse();
    assertThat(text(view(), "hovered")).isEmpty();
  }

  @Test
  void click_job_highlightsItsDependencies() throws IOException {
    open("select", Drawings.plain());

    // backward1:1 of stage 1, with its forward, stage 2's send and those that wait for it.
    pointAt(1, 16).click().perform();

    JsonObject view = await(v -> text(v, "selected").equals("backward1:1@1"));
    assertThat(number(view, "highlighted")).isEqualTo(6);
    assertThat(byId("details").getText())
        .contains("backward1:1", "stage 1 · chunk 1 · micro-batch 1", "15 to 17, takes 2")
        .contains("Waits for: forward1:1, stage 1")
        .contains("send_backward1:1, stage 2")
        .contains("Needed by: send_backward1:1, stage 1");
    keep("html-dependencies");
  }

  @Test
  void click_jobInDetails_goesThere() throws IOException {
    open("chips", Drawings.plain());
    pointAt(1, 16).click().perform();
    await(view -> text(view, "selected").equals("backward1:1@1"));

    browser().findElement(By.cssSelector("#details .jobs button")).click();

    await(view -> text(view, "selected").equals("forward1:1@1"));
  }

  @Test
  void click_ground_selectsNothing() throws IOException {
    open("nothing", Drawings.plain());
    pointAt(1, 16).click().perform();
    await(view -> !text(view, "selected").isEmpty());

    pointAt(3, 1).click().perform();

    await(view -> text(view, "selected").isEmpty() && number(view, "highlighted") == 0);
  }

  @Test
  void microBatch_selectedJob_highlightsTheWholeWay() throws IOException {
    open("way", Drawings.plain());
    pointAt(0, 0.5).click().perform();

    byId("mode-batch").click();

    // On 4 stages and 2 chunks: receive, forward, backward, send.
    await(view -> number(view, "highlighted") == 4 * 2 * 4);
    assertThat(byId("mode-batch").getDomAttribute("aria-pressed")).isEqualTo("true");
    keep("html-micro-batch");
  }

  @Test
  void microBatch_typedNumber_highlightsTheWholeWay() throws IOException {
    open("typed", Drawings.plain());

    byId("batch").sendKeys("5");

    await(view -> number(view, "highlighted") == 4 * 2 * 4);
    assertThat(byId("details").getText()).startsWith("Micro-batch 5 32 jobs, from");
  }

  @Test
  void wheel_overAJob_zoomsAroundIt() throws IOException {
    open("wheel", Drawings.plain());
    double before = span(view());

    new Actions(browser())
        .scrollFromOrigin(WheelInput.ScrollOrigin.fromElement(canvas()), 0, -400)
        .perform();

    JsonObject view = await(v -> span(v) < before * 0.8);
    assertThat(number(view, "from")).isPositive();
    assertThat(number(view, "to")).isLessThan(57);
    keep("html-zoomed");
  }

  @Test
  void drag_zoomedView_pans() throws IOException {
    open("drag", Drawings.plain());
    press("+++");
    JsonObject before = await(view -> span(view) < 20);

    pointAt(1, number(before, "from") + span(before) / 2)
        .clickAndHold()
        .moveByOffset(-200, 0)
        .release()
        .perform();

    JsonObject after = await(view -> number(view, "from") > number(before, "from") + 1);
    assertThat(span(after)).isCloseTo(span(before), within(1e-6));
    assertThat(text(after, "selected")).isEmpty();
  }

  @Test
  void pinch_twoFingers_zooms() throws IOException {
    open("pinch", Drawings.plain());
    double before = span(view());
    PointerInput left = new PointerInput(PointerInput.Kind.TOUCH, "left");
    PointerInput right = new PointerInput(PointerInput.Kind.TOUCH, "right");

    browser().perform(List.of(swipe(left, -30, -200), swipe(right, 30, 200)));

    await(view -> span(view) < before / 3);
  }

  private Sequence swipe(PointerInput finger, int from, int to) {
    PointerInput.Origin origin = PointerInput.Origin.fromElement(canvas());
    return new Sequence(finger, 0)
        .addAction(finger.createPointerMove(Duration.ZERO, origin, from, 0))
        .addAction(finger.createPointerDown(PointerInput.MouseButton.LEFT.asArg()))
        .addAction(finger.createPointerMove(Duration.ofMillis(100), origin, to, 0))
        .addAction(finger.createPointerUp(PointerInput.MouseButton.LEFT.asArg()));
  }

  @Test
  void keys_zoomPanAndFit_moveTheView() throws IOException {
    open("keys", Drawings.plain());
    double whole = span(view());

    press("+");
    JsonObject zoomed = await(view -> span(view) < whole * 0.7);
    press(Keys.ARROW_RIGHT);
    await(view -> number(view, "from") > number(zoomed, "from"));
    press("-");
    await(view -> span(view) > whole * 0.9);
    press("++0");
    await(view -> Math.abs(span(view) - whole) < 1e-6);
  }

  @Test
  void keys_selection_walksOverJobsAndStages() throws IOException {
    open("walk", Drawings.plain());

    press(Keys.ENTER);
    JsonObject first = await(view -> !text(view, "selected").isEmpty());
    press(".");
    await(view -> !text(view, "selected").equals(text(first, "selected")));
    press(",");
    await(view -> text(view, "selected").equals(text(first, "selected")));
    press("j");
    await(view -> text(view, "selected").endsWith("@3"));
    press("m");
    await(view -> number(view, "highlighted") == 32);
    press("d");
    await(view -> number(view, "highlighted") < 32);
    press(Keys.ESCAPE);
    await(view -> text(view, "selected").isEmpty());
  }

  @Test
  void keys_help_isShown() throws IOException {
    open("help", Drawings.plain());

    press("?");

    assertThat(byId("keys").isDisplayed()).isTrue();
    assertThat(byId("help").getDomAttribute("aria-expanded")).isEqualTo("true");
  }

  @Test
  void memory_button_togglesTheCurves() throws IOException {
    open("memory", Drawings.measured(8, 4, 32));
    assertThat(view().get("memory").getAsBoolean()).isTrue();
    keep("html-measured-light");

    byId("memory").click();

    await(view -> !view.get("memory").getAsBoolean());
  }

  @Test
  void darkMode_systemOrButton_changesTheGround() throws IOException {
    open("dark", Drawings.split());
    assertThat(ground()).isEqualTo("255,255,255");

    theme("dark");
    awaitTrue(() -> ground().equals("18,22,28"));
    keep("html-split-dark");
    byId("theme").click();

    awaitTrue(() -> ground().equals("255,255,255"));
  }

  @Test
  void print_darkPage_isLight() throws IOException {
    open("print", Drawings.plain());
    theme("dark");

    browser().executeScript("window.dispatchEvent(new Event('beforeprint'))");
    assertThat(ground()).isEqualTo("255,255,255");
    browser().executeScript("window.dispatchEvent(new Event('afterprint'))");

    awaitTrue(() -> ground().equals("18,22,28"));
  }

  @Test
  void hung_waitingJob_saysWhatItWaitsFor() throws IOException {
    open("hung", Drawings.hung());

    pointAt(3, 28).perform();

    awaitTrue(() -> byId("tip").isDisplayed());
    assertThat(byId("tip").getText())
        .isEqualTo(
            "backward1:0 waits for ever\nbackward1:0 (stage 3, index 34) waits for send_backward2:0"
                + " (stage 0, index 31): it needs its result");
    assertThat(count(".hang li")).isEqualTo(4);
    keep("html-hung");
  }

  @Test
  void open_phone_fits() throws IOException {
    open("phone", Drawings.plain(), 500, 850);

    assertThat(browser().executeScript("return document.documentElement.scrollWidth <= innerWidth"))
        .isEqualTo(true);
    keep("html-phone");
  }

  @Test
  void open_oddLists_shows() throws IOException {
    open("odd", Drawings.odd());
    press("c");
    press("c");
    open("hung-at-once", Drawings.hungAtOnce());

    assertThat(number(view(), "from")).isZero();
  }

  @Test
  void open_hostileTitle_runsNothing() throws IOException {
    open("hostile", Drawings.small().withTitle(Drawings.HOSTILE));

    assertThat(count("img")).isZero();
    assertThat(browser().findElement(By.tagName("h1")).getText()).contains("<img src=x onerror");
  }

  @Test
  void open_millionJobs_staysUsable() throws IOException {
    open("million", Drawings.measured(64, 4, 1000), 1400, 900);
    keep("html-million-light");
    theme("dark");
    keep("html-million-dark");

    pointAt(40, number(view(), "to") / 2).perform();
    JsonObject hovered = await(view -> text(view, "hovered").endsWith("@40"));
    press(Keys.ENTER);
    await(view -> text(view, "selected").equals(text(hovered, "hovered")));
    press("m");
    await(view -> number(view, "highlighted") == 64 * 4 * 4);
    keep("html-million-way");
    press("d");
    for (int i = 0; i < 16; i++) {
      press("+");
    }
    await(view -> span(view) < number(hovered, "to") / 500);
    keep("html-million-zoomed");
    press("c0");
    await(view -> view.get("memory").getAsBoolean() && number(view, "from") == 0);
    keep("html-million-memory");
  }
}
