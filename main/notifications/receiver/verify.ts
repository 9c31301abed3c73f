/** Decides from the signature who sent a delivery (RCV-04, RCV-08, PLT-20). */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { SignatureForm } from '../../../shared/connection/profile.ts'
import type { Delivery } from '../log/delivery-store.ts'
import { findHeader, parseHeaders } from '../log/headers.ts'
import type { NotificationStore } from '../store.ts'
import { readEnvelopeHead } from './envelope-head.ts'
import type { KeyAnswer } from './key-cache.ts'
import { type LegacyIds, verifyLegacySignature } from './legacy-signature.ts'
import { isSignatureValid, parseSignatureHeader, type SignatureHeader } from './signature.ts'
import type { Verdict } from './verdict.ts'

type Signed = Pick<Delivery, 'headers' | 'format' | 'receivedAtMs' | 'replayOf' | 'bodyDigest'>

export type Verifier = {
  /** The key id in the signature header; undefined without a readable one. */
  readonly findKid: (delivery: Pick<Delivery, 'headers'>) => string | undefined
  /** `key`: the cache's answer for its key id. Rejects if the vault can't be read. */
  readonly verify: (delivery: Signed, body: Uint8Array, key: KeyAnswer | undefined) => Promise<Verdict>
}

/** How the platform signs. Read at each check, so that a corrected setting also applies to quarantined deliveries. */
type SignatureSettings = {
  readonly headerName: string
  readonly form: SignatureForm
  /** Whether the form is a setting of the connection. */
  readonly isFormChosen: boolean
  readonly platformName: PlatformName
  /** The ids that sign legacy notifications, on a platform that signs them in their envelope. */
  readonly legacyIds: () => Promise<LegacyIds | undefined>
}

const none = (message: string): Verdict => ({ signature: 'none', message })

const verifyByKey = async (
  { kid, signature }: SignatureHeader,
  key: KeyAnswer,
  body: Uint8Array,
  format: Delivery['format'],
  { the }: PlatformName,
): Promise<Verdict> => {
  switch (key.kind) {
    case 'key':
      return (await isSignatureValid(key.key, signature, body, format))
        ? { signature: 'verified', message: `Signed by ${the} with key ${kid}.` }
        : { signature: 'wrong', message: `Its signature doesn’t match this body under key ${kid}.` }
    case 'unknown':
      return { signature: 'wrong', message: `It names key ${kid}, which ${the} doesn’t know.` }
    case 'later':
      return { signature: 'notVerifiableNow', message: `Key ${kid} isn’t available. ${key.why}` }
  }
}

export const createVerifier = (settings: SignatureSettings, store: Pick<NotificationStore, 'delivery'>): Verifier => {
  const readHeader = ({ headers }: Pick<Delivery, 'headers'>): string | null =>
    findHeader(parseHeaders(headers), settings.headerName)
  const parseHeader = (header: string | null): SignatureHeader | undefined =>
    header === null ? undefined : parseSignatureHeader(header, settings.form)

  /** Undefined if the platform doesn't sign in the envelope. */
  const verifyEnvelope = async (
    { format, receivedAtMs, replayOf, bodyDigest }: Signed,
    body: Uint8Array,
  ): Promise<Verdict | undefined> => {
    const ids = format === 'soap' ? await settings.legacyIds() : undefined
    if (ids === undefined) return undefined
    const original = replayOf === null ? undefined : store.delivery(replayOf)
    const verdict = verifyLegacySignature(readEnvelopeHead(body), ids, original?.receivedAtMs ?? receivedAtMs)
    if (
      (verdict.signature !== 'verified' && verdict.signature !== 'late') ||
      replayOf === null ||
      original?.bodyDigest === bodyDigest
    )
      return verdict
    // SECURITY (RCV-08): the signature covers only the time, so it can't show that the content was edited.
    return {
      signature: 'wrong',
      message: 'It was edited before it was processed again, and its signature covers only its time.',
    }
  }

  return {
    findKid: (delivery) => parseHeader(readHeader(delivery))?.kid,
    verify: async (delivery, body, key) => {
      const { isFormChosen, platformName } = settings
      const header = readHeader(delivery)
      if (header === null) return (await verifyEnvelope(delivery, body)) ?? none('It has no signature.')
      const parsed = parseHeader(header)
      if (parsed === undefined || key === undefined) {
        const remedy = isFormChosen
          ? ` If ${platformName.the} writes it in another form, choose that form in Settings, then check again.`
          : ''
        return none(`Its signature header can’t be read.${remedy}`)
      }
      return verifyByKey(parsed, key, body, delivery.format, platformName)
    },
  }
}
