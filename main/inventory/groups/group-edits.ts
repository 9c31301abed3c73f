/** What the seller does with a listing with variations: shows it, changes what it shares, and plans sending that (LST-15). */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { type AddedPicture, withPictures } from '../../../shared/inventory/added-pictures.ts'
import type { Group } from '../../../shared/inventory/contract/groups-contract.ts'
import { plainPath } from '../../../shared/inventory/fields/plain-facts.ts'
import {
  checkGroupTexts,
  groupPaths,
  isEditableGroupPath,
  isNewGroup,
  readGroupView,
  readVariation,
} from '../../../shared/inventory/group.ts'
import { readItemView } from '../../../shared/inventory/item.ts'
import {
  applyEdit,
  editFromRecord,
  type ItemEdit,
  includesChange,
  isEmptyEdit,
} from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { ListingState } from '../../../shared/inventory/listing-state.ts'
import { isLive, offerStates } from '../../../shared/inventory/listing-state.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import { conflict, notFound, validation } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { OfferCells } from '../../offer-cells-port.ts'
import type { OutboundQueue } from '../../outbound/outbound.ts'
import type { PlanContext } from '../../outbound/plan-rows.ts'
import { isGoing, type RunDraft } from '../../outbound/run-draft.ts'
import type { Clock } from '../../ports.ts'
import { shownSql } from '../items/item-row.ts'
import type { InventoryStore } from '../store.ts'
import { describeGroupChanges } from './group-changes.ts'
import { GROUP_LANE, type GroupSave, mergeGroup, subjectOfGroup } from './group-save-kind.ts'
import type { StoredGroup } from './group-store.ts'

type MemberRow = {
  sku: string
  quantity: number | null
  picture_url: string | null
  price: number | null
  currency: string | null
  listing_state: ListingState
}

/** The column of an offer's own description. */
const LISTING_DESCRIPTION = 'listingDescription'

const confirmNewGroup = (variations: number): string =>
  `Make one listing with ${variations} variations. Buyers see nothing yet: you publish it afterwards.`

export type GroupEdits = ReturnType<typeof createGroupEdits>

export const createGroupEdits = (deps: {
  readonly database: Database
  readonly store: InventoryStore
  readonly clock: Clock
  readonly platformName: PlatformName
  readonly queue: OutboundQueue<GroupSave, null>
  readonly offerCells: () => Pick<OfferCells, 'rows'>
  /** The Content-Language of a SKU's saves. */
  readonly language: (sku: string) => string
  readonly onGroup: (key: string) => void
  /** Withdraws rows of the queue, for the seller: an older data folder must not send them again (OFF-04). */
  readonly withdraw: (outboundIds: readonly string[]) => void
}) => {
  const { database, store, queue } = deps
  const { groups } = store

  const requireGroup = (key: string): StoredGroup => {
    const group = groups.load(key)
    if (group === undefined) throw notFound('No item of your list belongs to this listing with variations.')
    return group
  }

  const readMembers = (key: string): readonly MemberRow[] =>
    database.all<MemberRow>(
      `SELECT sku, quantity, ${shownSql('pictureUrl')} AS picture_url, price, ${shownSql('currency')} AS currency, listing_state
       FROM item_rows WHERE group_key = ? ORDER BY sku`,
      [key],
    )

  const isMemberLive = ({ listing_state: state }: MemberRow): boolean => {
    const own = offerStates.find((one) => one === state)
    return own !== undefined && isLive(own)
  }

  /** What became of making a group that the platform doesn't have yet. */
  const describeMaking = (key: string): NonNullable<Group['making']> => {
    const row = queue.open('subject = ?', [subjectOfGroup(key)]).at(-1)
    if (row === undefined) return { state: 'unsent', message: null }
    const { state } = row.state
    if (state === 'refused' || state === 'notFound') {
      return { state: 'refused', message: row.lastError?.message ?? 'It wasn’t made.' }
    }
    return { state: state === 'sending' || state === 'unknown' ? 'sending' : 'waiting', message: null }
  }

  const describe = (key: string): Group | null => {
    const group = groups.load(key)
    if (group === undefined) return null
    const { record, edit } = group
    const draft = edit === undefined ? record : applyEdit(record, edit)
    const { title, subtitle, description, aspects, imageUrls, variesBy, skus } = readGroupView(draft)
    const rank = (sku: string): number => (skus.includes(sku) ? skus.indexOf(sku) : skus.length)
    const { conflicts } = edit === undefined ? { conflicts: [] } : mergeEdit(record, edit)
    const members = readMembers(key)
    const offers = deps.offerCells().rows(members.map(({ sku }) => sku))
    return {
      groupKey: key,
      record: record ?? null,
      readAtMs: group.readAtMs,
      readProblem: group.readProblem,
      edit: edit ?? null,
      making: isNewGroup(group) ? describeMaking(key) : null,
      view: { title, subtitle, description, aspects: [...aspects], imageUrls: [...imageUrls] },
      variesBy: [...variesBy],
      members: members
        .toSorted((a, b) => rank(a.sku) - rank(b.sku))
        .map((row) => {
          const own = store.content(row.sku)
          const item = applyEdit(own?.record, own?.edit)
          const { title: ownTitle = '' } = readItemView(item)
          // FACT-161: an offer's description replaces the group's; an item's doesn't (LST-22).
          const ownDescription = offers.get(row.sku)?.text(LISTING_DESCRIPTION) ?? ''
          return {
            sku: row.sku,
            values: [...readVariation(item, variesBy)],
            pictureUrl: row.picture_url,
            quantity: row.quantity,
            price: row.price === null ? null : { amount: row.price, currency: row.currency },
            listingState: row.listing_state,
            hasOwnTexts: ownTitle !== '' || ownDescription !== '',
          }
        }),
      conflicts: [...conflicts],
      problems: draft === undefined ? [] : [...checkGroupTexts(draft)],
    }
  }

  const saveEdit = (key: string, edit: ItemEdit): void => {
    const stored = requireGroup(key)
    if (isNewGroup(stored) && isEmptyEdit(edit)) {
      throw validation('edit', 'Discard the listing as a whole: it wasn’t made yet.')
    }
    const unknown = edit.changes.find(
      (change) => !isEditableGroupPath(change.path) && !(isNewGroup(stored) && includesChange(stored.edit, change)),
    )
    if (unknown !== undefined) {
      throw validation('edit', `${plainPath(unknown.path)} of a listing with variations can’t be changed here.`)
    }
    groups.putEdit(key, edit, deps.clock.nowMs())
    deps.onGroup(key)
  }

  const addPictures = (key: string, pictures: readonly AddedPicture[]): void =>
    saveEdit(key, withPictures(requireGroup(key), groupPaths.imageUrls, pictures))

  const draft = (key: string, { isOut, toRow }: PlanContext): RunDraft => {
    const group = requireGroup(key)
    const { record, edit: typed } = group
    const isNew = isNewGroup(group)
    if (typed === undefined) throw conflict('Nothing is changed in this listing.')
    const members = readMembers(key)
    const view = readGroupView(isNew ? applyEdit(undefined, typed) : record)
    const sku = view.skus[0] ?? members[0]?.sku ?? key
    const edit: ItemEdit = { ...typed, changes: typed.changes.filter(({ path }) => !isOut(sku, path)) }
    const row = toRow({
      ...{ kind: 'groupSave', lane: GROUP_LANE, subject: subjectOfGroup(key) },
      ...{ sku, title: view.title === '' ? null : view.title },
      busy: 'Another change of this listing is in progress.',
      changes: describeGroupChanges(typed),
      plan: () => {
        const { deletions } = previewSave(record ?? {}, mergeEdit(record, edit).merged, () => false)
        const payload: GroupSave = {
          groupKey: key,
          sku,
          edit: { onto: edit.onto, changes: [...edit.changes] },
          contentLanguage: deps.language(sku),
          confirmedDeletions: deletions.map(({ id }) => id),
        }
        mergeGroup(record, payload, deps.platformName)
        return { payload, deletions: deletions.map(({ name }) => name) }
      },
    })
    const live = members.filter(isMemberLive).length
    return {
      label: isNew ? 'newGroup' : 'group',
      rows: [row],
      calls: isGoing(row) ? 1 : 0,
      confirmation: isNew
        ? confirmNewGroup(view.skus.length)
        : `Change what the ${members.length} variations of this listing share.${live > 0 ? ' Buyers see it immediately.' : ''}`,
    }
  }

  /** How a new group is queued, and `stage`, which shows its items as rows of it. Call that in the transaction that queues it. */
  const planNew = (key: string, record: JsonObject) => {
    const edit = editFromRecord(record)
    const sku = readGroupView(record).skus[0] ?? key
    const payload: GroupSave = {
      groupKey: key,
      sku,
      edit: { onto: 'new', changes: [...edit.changes] },
      contentLanguage: deps.language(sku),
      confirmedDeletions: [],
    }
    return {
      kind: 'groupSave' as const,
      lane: GROUP_LANE,
      subject: subjectOfGroup(key),
      payload,
      changes: describeGroupChanges(edit),
      confirmation: confirmNewGroup(readGroupView(record).skus.length),
      stage: () => {
        groups.stageNew(key, edit, deps.clock.nowMs())
        deps.onGroup(key)
      },
    }
  }

  /** Keeps the items of a new group apart again. Withdraws what waits in the outbox first. */
  const cancelNew = (key: string): void => {
    if (!isNewGroup(requireGroup(key))) throw conflict('This listing was made already. Nothing was discarded.')
    const open = queue.open('subject = ?', [subjectOfGroup(key)])
    if (open.some(({ state }) => ['sending', 'unknown'].includes(state.state))) {
      throw conflict('This listing may have been made already. Try again once that is known.')
    }
    if (open.length > 0) deps.withdraw(open.map(({ id }) => id))
    groups.dropNew(key)
    deps.onGroup(key)
  }

  return { describe, saveEdit, addPictures, draft, requireGroup, planNew, cancelNew }
}
