/** Filings in the list of what was done today, and which of them can still be undone. Pure. */
import type { DoneEntry } from '../../shared/outbound/done-contract.ts'

/** The group of undoable acts that filed exactly these conversations. */
export const filingGroup = (conversationIds: readonly string[]): string => `filing ${conversationIds.join(' ')}`

/** The action of `messaging.file` that undoes each kind of filing. */
export const reversals = { archive: 'active', restore: 'archive', read: 'unread', unread: 'read' } as const

/** What each kind of filing sets. */
const aspects = { archive: 'folder', restore: 'folder', read: 'read', unread: 'read' } as const

export const isFiling = (kind: string | null): kind is keyof typeof reversals =>
  kind !== null && Object.hasOwn(reversals, kind)

/** The ids of filings that a newer one has replaced, so undoing them would change nothing. `entries`: the newest first. */
export const findReplaced = (
  entries: readonly Pick<DoneEntry, 'id' | 'kind' | 'page'>[],
): ReadonlySet<DoneEntry['id']> => {
  const seen = new Set<string>()
  const replaced = new Set<DoneEntry['id']>()
  for (const { id, kind, page } of entries) {
    if (!isFiling(kind)) continue
    const key = `${aspects[kind]} ${page?.id}`
    if (seen.has(key)) replaced.add(id)
    seen.add(key)
  }
  return replaced
}
