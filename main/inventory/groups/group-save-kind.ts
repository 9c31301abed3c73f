/**
 * A change of what the variations of a listing share, as a kind of the outbound queue (LST-15).
 *
 * A write replaces the whole record, so the change is merged into a fresh reading right before it is sent: fields that this app
 * doesn't know, and what others changed, stay. A lost answer is settled by reading the group.
 */
import * as z from 'zod'
import { checkGroupTexts, readGroupView } from '../../../shared/inventory/group.ts'
import {
  editAfterSave,
  isEmptyEdit,
  itemEditSchema,
  startEdit,
  withChange,
} from '../../../shared/inventory/item-edit.ts'
import { type JsonObject, type JsonPath, sameJson, samePath, valueAt } from '../../../shared/inventory/json.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import { conflict } from '../../../shared/result.ts'
import type { Check, OutboundKind, OutboundRow, Reversal } from '../../outbound/kind.ts'
import { failedWrite, type Outcome } from '../../outbound/outcome.ts'
import type { Clock } from '../../ports.ts'
import { describeGroupChanges } from './group-changes.ts'
import type { GroupClient } from './group-client.ts'
import type { GroupReader } from './group-reader.ts'
import type { GroupStore } from './group-store.ts'

/** An older reading is repeated before a replace is sent. */
const FRESH_MS = 2_000

export const groupSaveSchema = z.object({
  groupKey: z.string(),
  /** The SKU that names the group in plans and results. */
  sku: z.string(),
  /** Each change has the values before and after. */
  edit: itemEditSchema,
  contentLanguage: z.string(),
  /** Ids of the deletions that were confirmed. */
  confirmedDeletions: z.array(z.string()),
  /** It restores earlier values and isn't what the seller typed. */
  isRevert: z.literal(true).optional(),
})
export type GroupSave = z.infer<typeof groupSaveSchema>

export const subjectOfGroup = (groupKey: string): string => `group:${groupKey}`
export const GROUP_LANE = 'groups'

const GONE = 'The platform no longer has this listing with variations. Nothing was sent.'
const CHANGED = 'The platform changed fields that you changed too. Decide each one; nothing was sent.'

/** The record to send. Throws `conflict` if the change no longer fits. */
export const mergeGroup = (
  remote: JsonObject | undefined,
  { edit, confirmedDeletions }: Pick<GroupSave, 'edit' | 'confirmedDeletions'>,
): JsonObject => {
  const { merged, conflicts, isGone } = mergeEdit(remote, edit)
  if (isGone) throw conflict(GONE)
  if (conflicts.length > 0) throw conflict(CHANGED)
  const { deletions } = previewSave(remote ?? {}, merged, () => false)
  const unconfirmed = deletions.filter(({ id }) => !confirmedDeletions.includes(id))
  if (unconfirmed.length > 0) {
    throw conflict(
      `Saving now deletes ${unconfirmed.map(({ name }) => name).join('; ')}. Plan it again; nothing was sent.`,
    )
  }
  const [problem] = checkGroupTexts(merged)
  if (problem !== undefined) throw conflict(`${problem.message} Nothing was sent.`)
  return merged
}

type Row = OutboundRow<GroupSave, null>

export const createGroupSaveKind = (deps: {
  readonly client: GroupClient
  readonly reader: GroupReader
  readonly store: GroupStore
  readonly clock: Clock
  readonly onGroup: (key: string) => void
  /** Called after a group got other items. */
  readonly onMembers: (skus: readonly string[]) => void
}): OutboundKind<GroupSave, null> => {
  const { client, reader, store, clock } = deps
  const changedKeys = new Set<string>()

  const nameOf = (key: string): string => readGroupView(store.load(key)?.record).title || key

  const read = async (groupKey: string, signal: AbortSignal): Promise<JsonObject | undefined> => {
    const stored = store.load(groupKey)
    const isFresh = stored?.readAtMs != null && clock.nowMs() - stored.readAtMs <= FRESH_MS
    return isFresh ? stored.record : reader.read(groupKey, signal)
  }

  /** Removes what the platform now has from what the seller typed. */
  const dropSaved = ({ groupKey, edit, isRevert }: GroupSave): void => {
    const stored = store.load(groupKey)
    if (stored?.edit === undefined || isRevert === true) return
    const rest = editAfterSave(stored.edit, edit, stored.record ?? {})
    store.putEdit(groupKey, isEmptyEdit(rest) ? undefined : rest, clock.nowMs())
  }

  const revert = ({ payload }: Row, excluded: readonly JsonPath[]): Reversal<GroupSave> => {
    const { record, edit: typed } = store.load(payload.groupKey) ?? {}
    if (record === undefined) return { problem: 'The platform no longer has it.' }
    if (typed !== undefined) return { problem: 'It has changes that aren’t saved.' }
    if (payload.edit.onto === 'new') return { problem: 'A listing with variations can’t be taken apart here.' }
    const done = payload.edit.changes.filter(({ path }) => !excluded.some((other) => samePath(other, path)))
    if (done.length === 0) return { problem: 'You left out all its changes.' }
    const isStill = done.every((change) =>
      sameJson(valueAt(record, change.path), change.op === 'set' ? change.value : undefined),
    )
    if (!isStill) return { problem: 'The platform has other values now.' }
    const edit = done.reduce((all, { path, was }) => withChange(all, record, path, was), startEdit(record))
    const { merged } = mergeEdit(record, edit)
    const { deletions } = previewSave(record, merged, () => false)
    return {
      payload: { ...payload, edit, confirmedDeletions: deletions.map(({ id }) => id), isRevert: true },
      changes: describeGroupChanges(edit),
      deletions: deletions.map(({ name }) => name),
    }
  }

  return {
    name: 'groupSave',
    payload: groupSaveSchema as z.ZodType<GroupSave>,
    evidence: z.null(),
    describe: ({ payload: { groupKey, edit } }) =>
      edit.onto === 'new' ? `Make the listing with variations ${groupKey}` : `Change the listing ${nameOf(groupKey)}`,
    check: async ({ payload }, signal): Promise<Check<null>> => {
      const atMs = clock.nowMs()
      const record = await reader.read(payload.groupKey, signal)
      const { merged, conflicts } = mergeEdit(record, payload.edit)
      if (record !== undefined && conflicts.length === 0 && sameJson(merged, record)) {
        return { decision: 'alreadyThere', atMs }
      }
      try {
        mergeGroup(record, payload)
      } catch (error) {
        return { decision: 'refuse', error: (error as ReturnType<typeof conflict>).detail }
      }
      return { decision: 'send', before: null }
    },
    dispatch: async (rows, signal): Promise<readonly Outcome[]> => {
      const outcomes: Outcome[] = []
      for (const { payload } of rows) {
        const prepare = async () => mergeGroup(await read(payload.groupKey, signal), payload)
        try {
          const warnings = await client.createOrReplaceInventoryItemGroup(
            payload.groupKey,
            prepare,
            payload.contentLanguage,
            signal,
          )
          outcomes.push({ outcome: 'carriedOut', note: warnings.join(' ') })
        } catch (error) {
          outcomes.push(failedWrite(error, clock.nowMs()))
        }
      }
      return outcomes
    },
    settle: async ({ payload }, _before, signal) => {
      const atMs = clock.nowMs()
      const record = await reader.read(payload.groupKey, signal)
      // Compares only the edit's own fields, because others may have changed the rest since.
      const { merged, conflicts } = mergeEdit(record, payload.edit)
      const isDone = record !== undefined && conflicts.length === 0 && sameJson(merged, record)
      return { isDone, after: null, atMs }
    },
    inRun: {
      describe: ({ sku, groupKey, edit }) => ({
        sku,
        title: nameOf(groupKey),
        changes: describeGroupChanges(edit),
      }),
      revert,
    },
    onState: ({ payload, state }) => {
      changedKeys.add(payload.groupKey)
      if (state.state === 'sent') dropSaved(payload)
    },
    onChange: () => {
      for (const key of changedKeys) deps.onGroup(key)
      changedKeys.clear()
    },
    afterSend: async ({ payload }, signal) => {
      store.know(payload.groupKey)
      const record = await reader.read(payload.groupKey, signal)
      if (payload.edit.changes.some(({ path }) => path[0] === 'variantSKUs')) deps.onMembers(readGroupView(record).skus)
    },
  }
}
