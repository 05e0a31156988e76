package org.example.training;

import org.vppscheduler.check.PipelineCheck;
import org.vppscheduler.plan.Plan;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.OperationBuilder;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Type;
import org.vppscheduler.program.Value;
import org.vppscheduler.schedule.Job;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.schedule.VppScheduler;
import org.vppscheduler.simulate.CostModel;
import org.vppscheduler.simulate.Simulator;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.SplitResult;

/** Schedules, checks, simulates, splits, plans and prints, with nothing but the library. */
public final class Main {
  private static final Type TENSOR = DenseTensorType.of(ScalarType.FLOAT32, 8, 8);

  private Main() {}

  /**
   * Runs it all.
   *
   * @param args where the library is found: {@code class path} or {@code module path}
   */
  public static void main(String[] args) {
    boolean named = VppScheduler.class.getModule().isNamed();
    require(named == args[0].equals("module path"), "The library is on the " + args[0]);
    require(named == Main.class.getModule().isNamed(), "So is this project");
    requireAbsent("picocli.CommandLine");
    requireAbsent("org.slf4j.simple.SimpleLogger");

    VppConfig config = VppConfig.builder().stages(1).chunks(2).microBatches(3).build();
    VppScheduler scheduler = VppScheduler.create(config);
    System.out.println("On the " + args[0] + ": " + config);
    System.out.println(scheduler.stage(0));

    require(
        PipelineCheck.create().check(scheduler.pipeline()).isProven(), "The pipeline is proven");
    System.out.println(
        Simulator.create(CostModel.uniform(1, 2, 0)).simulate(scheduler.pipeline()).timeline());

    SplitResult split = ProgramSplitter.create(config).split(program());
    System.out.println(split);

    Plan plan = Plan.of(scheduler.stage(0), split);
    System.out.println(plan);
    for (int index = 0; index < plan.jobs().size(); index++) {
      Job job = plan.jobs().get(index);
      if (!plan.skipGcNames(index).isEmpty()) {
        System.out.println(job + " keeps " + plan.skipGcNames(index));
      }
    }
    require(
        plan.skipGcNames(1).contains("var_2_pd_op.matmul_0"), "forward0 keeps what backward0 uses");
  }

  /** Two chunks, each a product and its gradient. */
  private static Program program() {
    ProgramBuilder program = Program.builder();
    Value x =
        operation(program, Operation.DATA, OpRole.FORWARD, 0)
            .attribute("name", Attribute.of("x"))
            .result(TENSOR)
            .add()
            .result(0);
    Value w =
        operation(program, Operation.DATA, OpRole.FORWARD, 0)
            .attribute("name", Attribute.of("w"))
            .result(TENSOR)
            .add()
            .result(0);
    Value hidden = product(program, OpRole.FORWARD, 0, x, w);
    Value loss = product(program, OpRole.FORWARD, 1, hidden, w);
    Value gradient = product(program, OpRole.BACKWARD, 1, loss, hidden);
    Value last = product(program, OpRole.BACKWARD, 0, gradient, hidden);
    operation(program, "pd_op.sgd_", OpRole.OPTIMIZE, 0).operands(w, last).result(TENSOR).add();
    return program.build();
  }

  private static Value product(
      ProgramBuilder program, OpRole role, int chunk, Value left, Value right) {
    return operation(program, "pd_op.matmul", role, chunk)
        .operands(left, right)
        .result(TENSOR)
        .add()
        .result(0);
  }

  private static OperationBuilder operation(
      ProgramBuilder program, String name, OpRole role, int chunk) {
    return program
        .body()
        .operation(name)
        .attribute(OpRole.ATTRIBUTE, Attribute.int32(role.code()))
        .attribute("chunk_id", Attribute.int32(chunk));
  }

  private static void requireAbsent(String className) {
    try {
      Class<?> found = Class.forName(className);
      throw new AssertionError("The command line's " + found + " comes along.");
    } catch (ClassNotFoundException expected) {
      System.out.println(className + " does not come along.");
    }
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError("Not so: " + what + ".");
    }
  }
}
