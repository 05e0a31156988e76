/** Uses the library as any project does. */
module org.example.training {
  requires org.vppscheduler;
}
