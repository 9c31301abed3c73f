/** Who sent a delivery, as far as its signature tells (RCV-04, RCV-08). */
import type { SignatureState } from '../../../shared/notifications/event.ts'
import type { Delivery } from '../log-store.ts'
import type { KeyAnswer } from './key-cache.ts'
import { type SignatureHeader, signatureFits } from './signature.ts'

export type Verdict = {
  readonly signature: SignatureState
  /** What was checked and what came of it, in a sentence. */
  readonly words: string
}

/** `header` is undefined where it could not be read, `answer` where no key was named. */
export const verdictOf = async (
  delivery: Pick<Delivery, 'signatureHeader' | 'format'>,
  body: Uint8Array,
  header: SignatureHeader | undefined,
  answer: KeyAnswer | undefined,
): Promise<Verdict> => {
  if (delivery.signatureHeader === null) return { signature: 'none', words: 'It came without a signature.' }
  if (header === undefined || answer === undefined) {
    return { signature: 'wrong', words: 'The header that should bear the signature cannot be read.' }
  }
  switch (answer.kind) {
    case 'key':
      return (await signatureFits(answer.key, header.signature, body, delivery.format))
        ? { signature: 'verified', words: `Signed by the platform with the key ${header.kid}.` }
        : { signature: 'wrong', words: `The signature does not fit this body under the key ${header.kid}.` }
    case 'unknown':
      return { signature: 'wrong', words: `It names the key ${header.kid}, which the platform does not know.` }
    case 'later':
      return { signature: 'notVerifiableNow', words: `The key ${header.kid} is not at hand. ${answer.why}` }
  }
}
