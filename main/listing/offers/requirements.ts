/** What publishing still needs, and where the seller can fix each requirement (LST-01, LST-06). Pure. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { aspectPath, fieldPaths, readItemView } from '../../../shared/inventory/item.ts'
import { type JsonObject, valueAt } from '../../../shared/inventory/json.ts'
import { isSameSpecific } from '../../../shared/inventory/same-specific.ts'
import { listAspectProblems } from '../../../shared/listing/aspect-rules.ts'
import type { ListingCategory } from '../../../shared/listing/contract/choices-contract.ts'
import type { Requirement, RequirementKey } from '../../../shared/listing/contract.ts'
import { type OfferField, offerFieldLabels } from '../../../shared/listing/offer-field.ts'
import type { Fix } from '../platform/listing-errors.ts'

const listFormat = new Intl.ListFormat('en')

type RequirementFacts = {
  /** The item as typed; undefined if it isn't in the list. */
  readonly item: JsonObject | undefined
  /** Whether the platform has the item, or will with a save that waits. */
  readonly isOnPlatform: boolean
  readonly hasUnsavedEdit: boolean
  readonly text: (field: OfferField) => string
  /** Why a field's text is wrong. */
  readonly problem: (field: OfferField) => string | undefined
  /** The chosen category; undefined if it wasn't read yet. */
  readonly category: ListingCategory | undefined
  /** False: the seller has no business policies yet. Null: not read yet. */
  readonly hasPolicies: boolean | null
  readonly locationCount: number | null
  /** The chosen shipping policy's name if it calculates its price; undefined if it doesn't. */
  readonly calculatedPolicy: string | undefined
  readonly isRegistered: boolean | null
  /** The item's pictures that the platform has deleted. */
  readonly expiredPictures: number
  /** The words for a product without a code. */
  readonly unavailableText: string
  readonly platformName: PlatformName
}

const policyFields = ['fulfillmentPolicyId', 'paymentPolicyId', 'returnPolicyId'] as const

export const listRequirements = (facts: RequirementFacts): readonly Requirement[] => {
  const { category, text, problem } = facts
  const { the, The } = facts.platformName
  const item = readItemView(facts.item)
  const make = (
    key: RequirementKey,
    state: Requirement['state'],
    message: string,
    fix: Fix | null = null,
  ): Requirement => ({ key, state, message, fix: state === 'met' ? null : fix, fill: null })
  const check = (key: RequirementKey, isMet: boolean, met: string, missing: string, fix: Fix): Requirement =>
    isMet ? make(key, 'met', met) : make(key, 'missing', missing, fix)
  const atItem = (path: readonly string[]): Fix => ({ at: 'item', path })
  const atOffer = (field: OfferField): Fix => ({ at: 'offer', field })

  /** A field of the offer that must be filled in correctly. */
  const field = (key: RequirementKey, name: OfferField, met: string, missing: string): Requirement => {
    const wrong = problem(name)
    if (wrong !== undefined) return make(key, 'wrong', wrong, atOffer(name))
    return check(key, text(name).trim() !== '', met, missing, atOffer(name))
  }

  const itemSaved = (): Requirement => {
    if (!facts.isOnPlatform) return make('itemSaved', 'missing', `Save the item to ${the}`, atItem([]))
    if (facts.hasUnsavedEdit) return make('itemSaved', 'missing', 'Save your changes to the item', atItem([]))
    return make('itemSaved', 'met', `The item is on ${the}`)
  }

  const condition = (): Requirement => {
    if (item.condition === undefined || item.condition === '') {
      return make('condition', 'missing', 'Choose a condition', atItem(fieldPaths.condition))
    }
    const allowed = category?.conditions ?? null
    if (allowed !== null && !allowed.some((one) => one.condition === item.condition)) {
      const labels = allowed.map(({ label }) => label).join(', ')
      return make(
        'condition',
        'wrong',
        `The category doesn’t allow this condition. Choose one of: ${labels}`,
        atItem(fieldPaths.condition),
      )
    }
    return make('condition', 'met', 'Has a condition')
  }

  const aspects = (): Requirement => {
    if (text('categoryId').trim() === '') {
      return make('aspects', 'notKnown', 'Which item specifics are needed depends on the category')
    }
    if (category === undefined) return make('aspects', 'notKnown', 'The category’s item specifics weren’t read yet')
    const missing = category.aspects.filter(
      ({ name, isRequired }) =>
        isRequired && !item.aspects.some((aspect) => isSameSpecific(aspect.name, name) && aspect.values.length > 0),
    )
    const [first] = missing
    if (first === undefined) return make('aspects', 'met', 'Has the item specifics that the category needs')
    const names = listFormat.format(missing.map(({ name }) => name))
    const noun = missing.length === 1 ? 'item specific' : 'item specifics'
    return make('aspects', 'missing', `Add the ${noun} ${names}`, atItem(aspectPath(first.name)))
  }

  /** Each specific with a value that the category refuses (LST-17). */
  const aspectValues = (): readonly Requirement[] =>
    listAspectProblems(category?.aspects ?? [], item.aspects).map(({ name, message }) =>
      make('aspects', 'wrong', message, atItem(aspectPath(name))),
    )

  const descriptors = (): readonly Requirement[] => {
    const wanted = category?.conditions?.find((one) => one.condition === item.condition)?.descriptors ?? []
    const given = valueAt(facts.item, ['conditionDescriptors'])
    const ids = Array.isArray(given) ? given.map((one) => valueAt(one as JsonObject, ['name'])) : []
    const required = wanted.filter(({ isRequired }) => isRequired)
    const missing = required.filter(({ id }) => !ids.includes(id))
    if (required.length === 0) return []
    if (missing.length === 0) return [make('descriptors', 'met', 'Has the details of its condition')]
    const message = `Add ${listFormat.format(missing.map(({ name }) => name))} to the condition`
    return [make('descriptors', 'missing', message, atItem(['conditionDescriptors']))]
  }

  const codes = (): readonly Requirement[] =>
    (category?.requiredCodes ?? []).map((code) => {
      const path = ['product', code]
      const value = valueAt(facts.item, path)
      const texts = Array.isArray(value) ? value : [value]
      if (texts.some((one) => typeof one === 'string' && one.trim() !== '')) {
        return make('codes', 'met', `Has a ${code.toUpperCase()}`)
      }
      const message = `Add the ${code.toUpperCase()}, or “${facts.unavailableText}” if the product has none`
      return { ...make('codes', 'missing', message, atItem(path)), fill: { path, value: facts.unavailableText } }
    })

  const packageSize = (): readonly Requirement[] => {
    if (facts.calculatedPolicy === undefined) return []
    const root = ['packageWeightAndSize']
    const missing = [
      ...(valueAt(facts.item, [...root, 'weight', 'value']) === undefined ? ['weight'] : []),
      ...(valueAt(facts.item, [...root, 'dimensions']) === undefined ? ['dimensions'] : []),
    ]
    const [first] = missing
    if (first === undefined) return [make('package', 'met', 'Has the package’s weight and size')]
    const names = listFormat.format(missing.map((name) => (name === 'dimensions' ? 'size' : name)))
    const message = `Enter the package’s ${names}: the shipping policy “${facts.calculatedPolicy}” calculates its price from it`
    return [make('package', 'missing', message, atItem([...root, first]))]
  }

  const account = (): readonly Requirement[] =>
    facts.isRegistered === false
      ? [make('account', 'wrong', `Complete your seller registration on ${the}’s own pages`, { at: 'choices' })]
      : []

  const policies = (): Requirement => {
    if (facts.hasPolicies === false) {
      return make('policies', 'missing', `Join business policies, then create them on ${the}`, { at: 'choices' })
    }
    const wrong = policyFields.find((name) => problem(name) !== undefined)
    if (wrong !== undefined) return make('policies', 'wrong', problem(wrong) ?? '', atOffer(wrong))
    const missing = policyFields.filter((name) => text(name).trim() === '')
    const [first] = missing
    if (first === undefined) return make('policies', 'met', 'Has shipping, payment and return policies')
    const names = missing.map((name) => `a ${offerFieldLabels[name].toLowerCase()}`)
    return make('policies', 'missing', `Choose ${listFormat.format(names)}`, atOffer(first))
  }

  const pictures = (): Requirement => {
    if (facts.expiredPictures > 0) {
      const message = `${The} has deleted ${facts.expiredPictures === 1 ? 'a picture' : `${facts.expiredPictures} pictures`}, because no listing used ${facts.expiredPictures === 1 ? 'it' : 'them'} for 30 days. Remove and upload again`
      return make('pictures', 'wrong', message, atItem(fieldPaths.imageUrls))
    }
    const has = item.imageUrls.length > 0
    return check('pictures', has, 'Has a picture', 'Add at least one picture', atItem(fieldPaths.imageUrls))
  }

  const hasDescription = (item.description ?? '').trim() !== '' || text('listingDescription').trim() !== ''
  return [
    itemSaved(),
    check('title', (item.title ?? '').trim() !== '', 'Has a title', 'Add a title', atItem(fieldPaths.title)),
    check('description', hasDescription, 'Has a description', 'Add a description', atItem(fieldPaths.description)),
    condition(),
    ...descriptors(),
    pictures(),
    field('category', 'categoryId', 'Has a category', 'Choose a category'),
    aspects(),
    ...aspectValues(),
    ...codes(),
    field('price', 'price', 'Has a price', 'Enter a price'),
    quantity(facts, item.quantity, make),
    policies(),
    ...packageSize(),
    facts.locationCount === 0 && text('merchantLocationKey').trim() === ''
      ? make('location', 'missing', 'Create a location: where the item is sent from', { at: 'choices' })
      : field('location', 'merchantLocationKey', 'Has a location', 'Choose a location'),
    ...account(),
  ]
}

/** The offer's quantity can't exceed the item's: the platform sells the smaller of both. */
const quantity = (
  { text, problem }: RequirementFacts,
  inStock: number | undefined,
  make: (key: RequirementKey, state: Requirement['state'], message: string, fix?: Fix | null) => Requirement,
): Requirement => {
  const wrong = problem('quantity')
  const fix: Fix = { at: 'offer', field: 'quantity' }
  if (wrong !== undefined) return make('quantity', 'wrong', wrong, fix)
  const typed = text('quantity').trim()
  if (inStock === 0) {
    return make('quantity', 'missing', 'The item’s quantity is 0. Restock it first', {
      at: 'item',
      path: fieldPaths.quantity,
    })
  }
  if (typed === '' && inStock === undefined) {
    return make('quantity', 'missing', 'Enter how many you sell', { at: 'item', path: fieldPaths.quantity })
  }
  return make('quantity', 'met', 'Has a quantity')
}
