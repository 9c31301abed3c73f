/** A failed legacy call: answered with HTTP 200, Ack Failure and Errors. */
export class CallFailure extends Error {
  readonly errorCode: number

  constructor(errorCode: number, message: string) {
    super(message)
    this.name = 'CallFailure'
    this.errorCode = errorCode
  }
}

export const failCall = (errorCode: number, message: string): never => {
  throw new CallFailure(errorCode, message)
}
