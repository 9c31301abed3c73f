/** Explains why there is no usable sign-in, and what to do about it. */
import { Failure } from '../../shared/result.ts'

/** A `signInNeeded` failure whose remedy is in the settings. */
export class SignInNeeded extends Failure {
  /** The message without "in Settings", for the settings themselves and for links to them. */
  readonly label: string

  /** `cause`: a sentence. `remedy`: a sentence without its end, such as `Sign in again`. */
  constructor(cause: string, remedy: string) {
    super({ kind: 'signInNeeded', message: `${cause} ${remedy} in Settings.` })
    this.name = 'SignInNeeded'
    this.label = `${cause} ${remedy}.`
  }
}
