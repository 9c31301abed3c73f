/** Messages about a save for the seller. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { pathName } from '../../../shared/inventory/item.ts'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import { isWithin, type JsonObject, type JsonPath } from '../../../shared/inventory/json.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import { Failure } from '../../../shared/result.ts'

const MAX_NAMES = 5

export const saveMessages = {
  alreadyThere: 'It has all of this already. Nothing was sent.',
  /** `checking` and `notFound` follow the cause. */
  checking: 'The item is read again until it shows whether the change was saved. Your edit is kept.',
  found: 'Saved. The item was read again and has the change.',
  notFound: 'Not saved. The item was read again and doesn’t have the change. Your edit is kept.',
} as const

export const joinSentences = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ')

/** The platform's warnings about a save, for the seller (PLT-11); empty if there are none. */
export const describeWarnings = (warnings: readonly string[], { The }: PlatformName): string =>
  warnings.length === 0 ? '' : joinSentences(`${The} warns:`, ...warnings)

/** Why the outcome of a save is unknown. */
export const describeCause = (error: unknown): string => {
  if (!(error instanceof Failure)) return 'The save ended unexpectedly.'
  const { detail } = error
  if (detail.kind !== 'service') return detail.message
  return `The answer was an error: ${detail.cause}`
}

const nameFields = (paths: readonly JsonPath[]): string => {
  const names = [...new Set(paths.map(pathName))]
  const rest = names.length - MAX_NAMES
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/**
 * Names what else changed on the platform since the seller last saw the item, and is kept (INV-08). Empty if nothing did.
 *
 * `seen` is undefined if the item was never read.
 */
export const describeKept = (
  seen: JsonObject | undefined,
  remote: JsonObject | undefined,
  edit: ItemEdit,
  { the }: PlatformName,
): string => {
  if (seen === undefined || remote === undefined) return ''
  const paths = previewSave(seen, remote).changes.map(({ path }) => path)
  const others = paths.filter((path) => !edit.changes.some((change) => isWithin(change.path, path)))
  return others.length === 0 ? '' : `Also changed on ${the}, and kept: ${nameFields(others)}.`
}

/** Names the fields that differ on the platform from what was sent; fields that the platform added don't count. */
export const describeDifferences = (sent: JsonObject, after: JsonObject): string => {
  const paths = previewSave(sent, after).changes.flatMap(({ kind, path }) => (kind === 'added' ? [] : [path]))
  return paths.length === 0 ? '' : `What the item has now differs from what was sent: ${nameFields(paths)}.`
}
