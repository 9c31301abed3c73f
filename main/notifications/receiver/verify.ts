/** Decides who sent a delivery, as far as its signature shows (RCV-04, RCV-08). */
import type { SignatureState } from '../../../shared/notifications/event.ts'
import type { Delivery } from '../log/delivery-store.ts'
import type { KeyAnswer } from './key-cache.ts'
import { isSignatureValid, type SignatureHeader } from './signature.ts'

export type Verdict = {
  readonly signature: SignatureState
  /** What was checked, and the result, as a sentence. */
  readonly message: string
}

/** `header` is undefined if it couldn't be parsed, `key` if the header names none. Never rejects. */
export const verify = async (
  { signatureHeader, format }: Pick<Delivery, 'signatureHeader' | 'format'>,
  body: Uint8Array,
  header: SignatureHeader | undefined,
  key: KeyAnswer | undefined,
): Promise<Verdict> => {
  if (signatureHeader === null) return { signature: 'none', message: 'It has no signature.' }
  if (header === undefined || key === undefined) {
    return { signature: 'wrong', message: "Its signature header can't be read." }
  }
  switch (key.kind) {
    case 'key':
      return (await isSignatureValid(key.key, header.signature, body, format))
        ? { signature: 'verified', message: `Signed by the platform with key ${header.kid}.` }
        : { signature: 'wrong', message: `Its signature doesn't match this body under key ${header.kid}.` }
    case 'unknown':
      return { signature: 'wrong', message: `It names key ${header.kid}, which the platform doesn't know.` }
    case 'later':
      return { signature: 'notVerifiableNow', message: `Key ${header.kid} isn't available. ${key.why}` }
  }
}
