/**
 * Virtual-pipeline-parallel (interleaved 1F1B) training schedules: generated, checked, simulated,
 * drawn, and handed to training frameworks.
 *
 * <p>Start at {@link org.vppscheduler.schedule.VppScheduler}.
 */
module org.vppscheduler {
  requires transitive com.google.common;
  requires com.google.gson;
  requires org.slf4j;
  requires static info.picocli;
  requires static transitive org.jspecify;
  requires static transitive com.google.errorprone.annotations;

  exports org.vppscheduler.check;
  exports org.vppscheduler.draw;
  exports org.vppscheduler.format;
  exports org.vppscheduler.plan;
  exports org.vppscheduler.program;
  exports org.vppscheduler.schedule;
  exports org.vppscheduler.simulate;
  exports org.vppscheduler.split;

  opens org.vppscheduler.cli to
      info.picocli;
}
