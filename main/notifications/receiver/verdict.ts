/** What a signature says about a delivery: the result of every check, by key or by the ids of an envelope. */
import type { SignatureState } from '../../../shared/notifications/event.ts'

export type Verdict = {
  readonly signature: SignatureState
  /** A sentence: what was checked, and the result. */
  readonly message: string
}
