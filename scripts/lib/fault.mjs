/** A reason not to go on that a person can act on: printed without a stack. */
export class Fault extends Error {
  exitCode = 1;
  wasStopped = false;
}

export class Stopped extends Fault {
  wasStopped = true;

  constructor(exitCode) {
    super('Stopped.');
    this.exitCode = exitCode;
  }
}
