/** The offer's cells in the sheet and in files: the same typed texts as on the item's own page (USE-05, LST-16). */
import { normalizeLineEnds } from '../../../shared/csv-text.ts'
import { toColumnId } from '../../../shared/inventory/fields/field.ts'
import { findOfferColumn, type OfferTableRow } from '../../../shared/inventory/fields/offer-fields.ts'
import { findPolicyKind, isChosen, listOfferFields, type OfferField } from '../../../shared/listing/offer-field.ts'
import type { OfferCells, OfferRow } from '../../offer-cells-port.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingStore, StoredListing } from './listing-store.ts'
import {
  type FieldContext,
  isAmount,
  isSameText,
  type OfferDraft,
  readField,
  toStoredPrice,
  withTyped,
} from './offer-draft.ts'
import { isLiveOffer } from './offer-record.ts'
import { findTextProblem, findTypedProblem, readTyped } from './typed-texts.ts'

/** Undefined if no other policy of the kind has the name. */
const findPolicyByName = (field: OfferField, text: string, { policies }: FieldContext) => {
  const kind = findPolicyKind(field)
  const named = policies?.filter((policy) => policy.kind === kind && policy.name.trim() === text)
  return named?.length === 1 ? named[0] : undefined
}

/**
 * The text to keep for a typed one: a plain amount (USE-05), the id of a policy that was named, the value of a choice. Any other
 * text stays as typed.
 */
export const toStoredText = ({ id, kind }: OfferTableRow, text: string, context: FieldContext): string => {
  if (isAmount(id)) return toStoredPrice(text, context)
  if (findPolicyKind(id) !== undefined) {
    const isId = context.policies?.some(({ policyId }) => policyId === text) === true
    return isId ? text : (findPolicyByName(id, text, context)?.policyId ?? text)
  }
  if (kind.control !== 'choice' || text === '') return text
  const parsed = kind.parse(text, { was: undefined, currency: '' })
  return 'problem' in parsed ? text : (kind.format(parsed.value) ?? text)
}

/** A policy's name, if `toStoredText` leads from it to the same id. Any other text as it is. */
export const toFileText = (row: OfferTableRow, text: string, context: FieldContext): string => {
  const name = context.policies?.find(({ policyId }) => policyId === text)?.name.trim()
  return name !== undefined && toStoredText(row, name, context) === text ? name : text
}

/** Reads a typed text as the cell's kind does: spaces around it count only in texts of several lines. */
const trim = ({ kind }: OfferTableRow, text: string): string =>
  kind.control === 'area' && text.trim() !== '' ? text : text.trim()

/** Not copied to a similar item: how many pieces, when this listing started, and a catalogue's details of another product. */
const ownFields: readonly OfferField[] = ['quantity', 'listingStartDate', 'includeCatalogProductDetails']

export const createOfferCells = (deps: {
  readonly store: ListingStore
  readonly choices: Choices
  readonly hasMoreFields: boolean
  readonly canList: boolean
  /** Called in the transaction that changed the SKU's draft. */
  readonly onDraft: (sku: string) => void
  readonly summarize: OfferCells['summarize']
  readonly notify: OfferCells['notify']
  readonly draft: OfferCells['draft']
}): OfferCells => {
  const { store, choices, onDraft } = deps

  const findRow = (column: string): OfferTableRow | undefined => {
    const row = findOfferColumn(column)
    return row?.isCore === true || deps.hasMoreFields ? row : undefined
  }
  const requireRow = (column: string): OfferTableRow => {
    const row = findRow(column)
    if (row === undefined) throw new Error(`Unknown column: ${column}`)
    return row
  }

  const putDraft = (sku: string, draft: OfferDraft, touched: readonly OfferField[]): void => {
    const { refusals } = store.load(sku)
    store.putDraft(sku, draft)
    // A new text clears the platform's refusal of the last one.
    const left = refusals.filter(({ fix }) => fix?.at !== 'offer' || !touched.includes(fix.field))
    if (left.length !== refusals.length) store.putRefusals(sku, left)
    onDraft(sku)
  }

  const toRow = (stored: StoredListing, context: () => FieldContext): OfferRow => {
    const { draft, offer } = stored
    const text = (column: string): string => {
      const row = findRow(column)
      return row === undefined ? '' : readTyped(stored).read(row.id)
    }
    return {
      text,
      fileText: (column) => {
        const row = findRow(column)
        return row === undefined || findPolicyKind(row.id) === undefined
          ? text(column)
          : toFileText(row, text(column), context())
      },
      typed: (column) => {
        const row = findRow(column)
        return row === undefined ? null : (draft[row.id] ?? null)
      },
      isSame: (column, typed) => {
        const row = requireRow(column)
        // A file has other line ends than the platform.
        if (row.kind.control === 'area') return normalizeLineEnds(typed) === normalizeLineEnds(text(column))
        return isSameText(row.id, toStoredText(row, trim(row, typed), context()), text(column))
      },
      findProblems: (texts) => {
        const isLive = isLiveOffer(offer)
        const fields = new Map(
          Object.entries(texts).map(([column, typed]) => {
            const row = requireRow(column)
            return [row.id, toStoredText(row, trim(row, typed), context())] as const
          }),
        )
        const known = readTyped(stored)
        const after = {
          read: (field: OfferField) => fields.get(field) ?? known.read(field),
          isNew: (field: OfferField) => fields.has(field) || known.isNew(field),
        }
        return Object.fromEntries(
          Object.keys(texts).flatMap((column) => {
            const problem = findTextProblem(requireRow(column).id, after, { ...context(), isLive })
            return problem === undefined ? [] : [[column, problem]]
          }),
        )
      },
    }
  }

  /** Reading the policies and locations costs more than a row, so rows of one request share them. */
  const sharedContext = (): (() => FieldContext) => {
    let context: FieldContext | undefined
    return () => {
      context ??= choices.context(true)
      return context
    }
  }

  return {
    summarize: deps.summarize,
    prepare: async (columns) => {
      const needsChoices = columns.some((column) => isChosen(findRow(column)?.id ?? ''))
      if (needsChoices && deps.canList) await choices.prepare('')
    },
    rows: (skus) => {
      const context = sharedContext()
      return new Map([...store.loadMany(skus)].map(([sku, stored]) => [sku, toRow(stored, context)]))
    },
    stage: (sku, texts) => {
      const { draft: before, offer } = store.load(sku)
      const context = choices.context(isLiveOffer(offer))
      const rows = Object.entries(texts).map(([column, typed]) => [requireRow(column), typed] as const)
      const draft = rows.reduce<OfferDraft>((so, [row, typed]) => {
        const text = toStoredText(row, trim(row, typed), context)
        const isDropped = text === '' && (row.isRequired === true || offer === undefined)
        const isSame = isDropped || isSameText(row.id, text, readField(offer, row.id))
        return withTyped(so, offer, row.id, isSame ? null : text)
      }, before)
      putDraft(
        sku,
        draft,
        rows.map(([{ id }]) => id),
      )
      return Object.fromEntries(
        rows.flatMap(([row]) => {
          const problem =
            draft[row.id] === undefined ? undefined : findTypedProblem({ draft, offer, refusals: [] }, row.id, context)
          return problem === undefined ? [] : [[toColumnId(row), problem]]
        }),
      )
    },
    put: (sku, typed) => {
      const rows = Object.entries(typed).map(([column, text]) => [requireRow(column).id, text] as const)
      const draft = rows.reduce<OfferDraft>((so, [field, text]) => {
        const { [field]: _replaced, ...others } = so
        return text === null ? others : { ...others, [field]: text }
      }, store.load(sku).draft)
      putDraft(
        sku,
        draft,
        rows.map(([field]) => field),
      )
    },
    copy: (from, to) => {
      const target = store.load(to)
      if (!deps.canList || target.offer !== undefined) return
      const { read } = readTyped(store.load(from))
      const copied = listOfferFields(deps.hasMoreFields).flatMap((field) => {
        const text = ownFields.includes(field) ? '' : read(field)
        return text.trim() === '' ? [] : [[field, { text, was: '' }] as const]
      })
      if (copied.length > 0) putDraft(to, { ...Object.fromEntries(copied), ...target.draft }, [])
    },
    notify: deps.notify,
    draft: deps.draft,
  }
}
