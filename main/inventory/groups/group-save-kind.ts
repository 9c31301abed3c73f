/**
 * Making a group of variations, or changing what one shares, as a kind of the outbound queue (LST-15).
 *
 * A write replaces the whole record, so a change is merged into a fresh reading right before it is sent: fields that this app
 * doesn't know, and what others changed, stay. A new group is sent only where the platform has none with its key. A lost answer is
 * settled by reading the group.
 */

import * as z from 'zod'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { checkGroupTexts, readGroupView } from '../../../shared/inventory/group.ts'
import {
  applyEdit,
  type FieldChange,
  type ItemEdit,
  itemEditSchema,
  wantedValue,
} from '../../../shared/inventory/item-edit.ts'
import { type JsonObject, type JsonPath, sameJson, samePath } from '../../../shared/inventory/json.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import { conflict } from '../../../shared/result.ts'
import { NothingLeaves } from '../../outbound/checked-batch.ts'
import type { Check, OutboundKind, OutboundRow, Reversal } from '../../outbound/kind.ts'
import { failedWrite, type Outcome } from '../../outbound/outcome.ts'
import type { Clock } from '../../ports.ts'
import { editLeft, isEditedSince, reverseEdit, settleEdit } from '../../replaced-record.ts'
import { describeGroupChanges } from './group-changes.ts'
import type { GroupClient } from './group-client.ts'
import type { GroupReader } from './group-reader.ts'
import type { GroupStore, StoredGroup } from './group-store.ts'

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

const EDITED = 'It was changed here after this was confirmed. What you typed is kept: check it, and send it again.'

/** The record to send. Throws `conflict` if the change no longer fits. */
export const mergeGroup = (
  remote: JsonObject | undefined,
  { edit, confirmedDeletions }: Pick<GroupSave, 'edit' | 'confirmedDeletions'>,
  { The }: PlatformName,
): JsonObject => {
  if (edit.onto === 'new' && remote !== undefined) {
    throw conflict(
      `${The} has another listing with variations under this SKU. Nothing was sent. Keep the items apart, then make it with another SKU.`,
    )
  }
  const { merged, conflicts, isGone } = mergeEdit(remote, edit)
  if (isGone) throw conflict(`${The} no longer has this listing with variations. Nothing was sent.`)
  if (conflicts.length > 0) {
    throw conflict(`${The} changed fields that you changed too. Decide each one; nothing was sent.`)
  }
  const { deletions } = previewSave(remote ?? {}, merged, () => false)
  const unconfirmed = deletions.filter(({ id }) => !confirmedDeletions.includes(id))
  if (unconfirmed.length > 0) {
    throw conflict(
      `Saving now deletes ${unconfirmed.map(({ name }) => name).join('; ')}. Review it again; nothing was sent.`,
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
  readonly platformName: PlatformName
  readonly clock: Clock
  readonly onGroup: (key: string) => void
  /** Called after a group got other items. */
  readonly onMembers: (skus: readonly string[]) => void
}): OutboundKind<GroupSave, null, JsonObject> => {
  const { client, reader, store, clock } = deps
  const changedKeys = new Set<string>()

  const nameOf = ({ groupKey, edit }: Pick<GroupSave, 'groupKey' | 'edit'>): string => {
    const record = edit.onto === 'new' ? applyEdit(undefined, edit) : store.load(groupKey)?.record
    return readGroupView(record).title || groupKey
  }

  /**
   * Whether the platform shows the change. Compares only the edit's own fields, because others may have changed the rest since. A new
   * group is known by its items: each can be in one group only, and the platform may write texts and addresses its own way.
   */
  const isShown = (record: JsonObject | undefined, edit: ItemEdit): record is JsonObject => {
    if (record === undefined) return false
    if (edit.onto === 'new') {
      const [wanted, found] = [applyEdit(undefined, edit), record].map((one) => readGroupView(one).skus.toSorted())
      return sameJson([...(wanted ?? [])], [...(found ?? [])])
    }
    const { merged, conflicts } = mergeEdit(record, edit)
    return conflicts.length === 0 && sameJson(merged, record)
  }

  const toStored = (groupKey: string): Pick<StoredGroup, 'record' | 'edit'> => {
    const { record, edit } = store.load(groupKey) ?? {}
    return { record, edit }
  }

  /** Reads the group. A new group is stored only if it holds what was sent: another tool's group may have the same key. */
  const read = async ({ groupKey, edit }: GroupSave, signal: AbortSignal): Promise<JsonObject | undefined> => {
    if (edit.onto === 'existing') return reader.read(groupKey, signal)
    const record = await client.getInventoryItemGroup(groupKey, { signal })
    if (isShown(record, edit)) store.putRecord(groupKey, record, clock.nowMs())
    return record
  }

  const revert = ({ payload }: Row, excluded: readonly JsonPath[]): Reversal<GroupSave> => {
    const changeAt = (path: JsonPath): FieldChange | undefined =>
      payload.edit.changes.find((change) => samePath(change.path, path))
    const reversed = reverseEdit(payload.edit, toStored(payload.groupKey), excluded, {
      before: (path) => changeAt(path)?.was,
      sent: (path) => {
        const change = changeAt(path)
        return change === undefined ? undefined : wantedValue(change)
      },
    })
    if ('problem' in reversed) return reversed
    const { edit, record } = reversed
    const { deletions } = previewSave(record, mergeEdit(record, edit).merged, () => false)
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
    describe: ({ payload }) =>
      payload.edit.onto === 'new'
        ? `Make the listing with variations ${nameOf(payload)}`
        : `Change the listing ${nameOf(payload)}`,
    page: ({ groupKey }) => ({ page: 'group', id: groupKey }),
    check: async ({ payload }, signal): Promise<Check<null, JsonObject>> => {
      const atMs = clock.nowMs()
      if (isEditedSince(payload, store.load(payload.groupKey)?.edit))
        return { decision: 'refuse', error: conflict(EDITED).detail }
      const record = await read(payload, signal)
      if (isShown(record, payload.edit)) return { decision: 'alreadyThere', atMs }
      try {
        return { decision: 'send', before: null, ready: mergeGroup(record, payload, deps.platformName) }
      } catch (error) {
        return { decision: 'refuse', error: (error as ReturnType<typeof conflict>).detail }
      }
    },
    effect: 'replaces',
    dispatch: async ({ rows: [first], leave }, signal): Promise<Outcome> => {
      if (first === undefined) return { outcome: 'carriedOut' }
      const { payload } = first.row
      const prepare = async (): Promise<JsonObject> => (await leave())[0]?.ready ?? first.ready
      try {
        const warnings = await client.createOrReplaceInventoryItemGroup(
          payload.groupKey,
          prepare,
          payload.contentLanguage,
          signal,
        )
        return { outcome: 'carriedOut', note: warnings.join(' ') }
      } catch (error) {
        if (error instanceof NothingLeaves) throw error
        return failedWrite(error, clock.nowMs())
      }
    },
    settle: async ({ payload }, _before, signal) => {
      const atMs = clock.nowMs()
      const record = await read(payload, signal)
      if (payload.edit.onto === 'new') return { isDone: isShown(record, payload.edit), after: null, atMs }
      return { isDone: settleEdit(payload.edit, undefined, record), after: null, atMs }
    },
    canSellerSettle: true,
    inRun: {
      describe: (payload) => ({
        sku: payload.sku,
        title: nameOf(payload),
        changes: describeGroupChanges(payload.edit),
      }),
      // A group isn't taken apart again.
      canRevert: ({ edit }) => edit.onto === 'existing',
      revert,
    },
    onState: ({ payload, state }, from) => {
      const { groupKey, edit } = payload
      changedKeys.add(groupKey)
      if (state.state !== 'sent') return
      // Until it is read. The items stay its variations until their own records say so.
      if (edit.onto === 'new' && from === 'sending')
        store.putRecord(groupKey, applyEdit(undefined, edit), clock.nowMs())
      const stored = toStored(groupKey)
      if (stored.edit !== undefined) store.putEdit(groupKey, editLeft(payload, stored), clock.nowMs())
    },
    onChange: () => {
      for (const key of changedKeys) deps.onGroup(key)
      changedKeys.clear()
    },
    afterSend: async ({ payload }, signal) => {
      store.add(payload.groupKey)
      const record = await reader.read(payload.groupKey, signal)
      if (payload.edit.changes.some(({ path }) => path[0] === 'variantSKUs')) deps.onMembers(readGroupView(record).skus)
    },
  }
}
