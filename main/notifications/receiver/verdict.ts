/** The result of a signature check, made with a key or with the ids of an envelope. */
import type { SignatureState } from '../../../shared/notifications/event.ts'

export type Verdict = {
  readonly signature: SignatureState
  /** What was checked and with what result, as a sentence. */
  readonly message: string
}
