/** One value that a change sets or deletes, as plans, results and the outbox show it. Pure. */
import type { RunChange } from './run-contract.ts'

/** Maximum characters of a shown value. Longer ones are cut, because descriptions have up to 500,000. */
export const MAX_SHOWN_CHARACTERS = 300

const shorten = (text: string | null): string | null =>
  text !== null && text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text

/** `before`: null if there was no value. `after`: null if the value is deleted; a value that isn't set is no change. */
export const toRunChange = (
  label: string,
  { before = null, after }: { readonly before?: string | null; readonly after: string | null },
  more: Partial<Pick<RunChange, 'path' | 'isExcluded' | 'problem'>> = {},
): RunChange => ({
  label,
  path: null,
  before: shorten(before),
  after: shorten(after),
  isExcluded: false,
  problem: null,
  ...more,
})

/** `Price: 12.00 → 11.40`; `Subtitle: An old one → deleted`. */
export const writeRunChange = ({ label, before, after }: Pick<RunChange, 'label' | 'before' | 'after'>): string =>
  `${label}: ${before === null ? '' : `${before} → `}${after ?? 'deleted'}`

/** `Quantity: 3 → 7; Title: …`. */
export const writeRunChanges = (changes: readonly Pick<RunChange, 'label' | 'before' | 'after'>[]): string =>
  changes.map(writeRunChange).join('; ')
