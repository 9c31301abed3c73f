/** Says why there is no usable sign-in, and what to do about it. */
import { Failure } from '../../shared/result.ts'

/** A `signInNeeded` failure whose remedy is in the settings. */
export class SignInNeeded extends Failure {
  /** For the settings themselves and what leads there: the message without the place. */
  readonly label: string

  /** `cause`: a sentence. `remedy`: a sentence without its end, such as `Sign in again`. */
  constructor(cause: string, remedy: string) {
    super({ kind: 'signInNeeded', message: `${cause} ${remedy} in Settings.` })
    this.name = 'SignInNeeded'
    this.label = `${cause} ${remedy}.`
  }
}
