/** The sections of the item page, in the order in which a thing is listed. */

import type { Item } from '../../../shared/inventory/contract.ts'
import { costField, placeField } from '../../../shared/inventory/fields/private-fields.ts'
import { type Aspect, aspectPath, fieldPaths } from '../../../shared/inventory/item.ts'
import { type ItemProblem, maxPictures } from '../../../shared/inventory/item-rules.ts'
import { isWithin, type JsonPath } from '../../../shared/inventory/json.ts'
import { readProductCodes } from '../../../shared/inventory/product-codes.ts'
import { isSameSpecific } from '../../../shared/inventory/same-specific.ts'
import { listAspectProblems } from '../../../shared/listing/aspect-rules.ts'
import type { CategoryAspect } from '../../../shared/listing/contract/choices-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { ItemEarned } from '../../parts/earnings/item-earned.tsx'
import { MoreGroup } from '../../parts/fields/more-group.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import type { ListingParts } from '../listing-parts.ts'
import type { MappingParts } from '../mapping-parts.ts'
import type { OffersParts } from '../offers-parts.ts'
import { DescriptionField, DescriptionSourceChoice } from './description/description-field.tsx'
import { BarcodeFields } from './fields/barcode-fields.tsx'
import { MoreFields } from './fields/more-fields.tsx'
import { OtherFields } from './fields/other-fields.tsx'
import { ConditionField, QuantityField, TitleField } from './fields/product-fields.tsx'
import { ItemConversations } from './item-conversations.tsx'
import type { ItemDraft } from './item-draft.ts'
import { LanguageField } from './language-field.tsx'
import { FamilySection } from './listing/family-section.tsx'
import { PublishList } from './listing/publish-list.tsx'
import { publishSteps } from './listing/publish-steps.ts'
import { ImagesEditor, PictureAddressField } from './pictures/images-editor.tsx'
import { PrivateField } from './private-field.tsx'
import { Section } from './section.tsx'
import { SpecificFields } from './specifics/specific-fields.tsx'
import { suggestAspects } from './specifics/suggested-aspects.ts'
import { listOpenSuggestions, type OpenSuggestion } from './suggestions/open-suggestions.ts'
import { SuggestionBar, UnplacedSuggestions } from './suggestions/suggestion-bar.tsx'
import { useFirstFrame } from './use-first-frame.ts'
import type { ItemEditing } from './use-item-edit.ts'

/** The category of the item's offer (PLT-12); undefined if unknown. */
const useItemCategory = (sku: string, canList: boolean) => {
  const listing = useApiQuery('listing', 'listing', { sku }, { enabled: canList }).data
  const categoryId = listing?.fields.find(({ field }) => field === 'categoryId')?.text ?? ''
  return useApiQuery('listing', 'category', { categoryId }, { enabled: categoryId !== '' }).data
}

/** What the category refuses, at the rows of the specifics (LST-17). It doesn't block a save. */
const toAspectProblems = (category: readonly CategoryAspect[], aspects: readonly Aspect[]): readonly ItemProblem[] =>
  listAspectProblems(category, aspects).map(({ name, message }) => ({
    path: aspectPath(name),
    rule: 'LST-17',
    errorId: null,
    message,
  }))

export type ItemSectionsProps = Pick<ItemEditing, 'change' | 'changeAll' | 'keep'> & {
  readonly item: Item
  readonly draft: ItemDraft
  readonly listing: ListingParts
  readonly mapping: MappingParts
  readonly offers: OffersParts
  /** Focuses the first field. */
  readonly autoFocus: boolean
  /** The foot of the page, for the listing's next step; null until it is there. */
  readonly foot: HTMLElement | null
  readonly onGoToField: (path: JsonPath) => void
}

/** The fields of the column above More. A problem elsewhere opens More. */
const columnPaths: readonly JsonPath[] = [
  fieldPaths.title,
  fieldPaths.imageUrls,
  fieldPaths.aspects,
  fieldPaths.condition,
  fieldPaths.description,
  fieldPaths.quantity,
]

const isInMore = ({ path }: { readonly path: JsonPath }): boolean =>
  path.length > 0 && !columnPaths.some((column) => isWithin(column, path))

export const ItemSections = (props: ItemSectionsProps) => {
  const { item, draft, listing, mapping, offers, keep, change, changeAll, autoFocus, foot, onGoToField } = props
  const { sku } = item
  const { view } = draft
  const platform = usePlatform()
  const choices = useApiQuery('listing', 'choices', {})
  const canList = choices.data?.refusal === null
  const canUpload = canList && choices.data?.canUploadPictures === true
  const category = useItemCategory(sku, canList)
  const inUse = useApiQuery('inventory', 'aspectsInUse', {})
  const descriptors = category?.conditions?.find(({ condition }) => condition === view.condition)?.descriptors ?? []
  // Renders everything below the first screen after the first frame.
  const hasFrame = useFirstFrame()
  const pictures = {
    max: maxPictures(draft.edited, platform),
    onChange: (urls: readonly string[] | undefined) => change(fieldPaths.imageUrls, urls),
    urls: view.imageUrls,
  }
  const suggestion = mapping.useItemSuggestion({
    sku,
    title: view.title ?? null,
    codes: readProductCodes(draft.edited),
    imageUrls: view.imageUrls,
    aspects: view.aspects,
  })
  const open = suggestion.product === null ? [] : listOpenSuggestions(view, suggestion.product)
  const use = (used: readonly OpenSuggestion[]): void => {
    changeAll(used.map(({ path, value }) => [path, value] as const))
    suggestion.take()
  }
  const isPlaced = ({ specific }: OpenSuggestion): boolean =>
    specific !== undefined && (category?.aspects ?? []).some(({ name }) => isSameSpecific(name, specific.name))
  const specifics = (
    <Section
      lead={<UnplacedSuggestions onUse={use} open={open.filter((one) => !isPlaced(one))} />}
      title="Item specifics"
    >
      <SpecificFields
        aspects={view.aspects}
        category={category}
        onChange={changeAll}
        problems={[...draft.problems, ...toAspectProblems(category?.aspects ?? [], view.aspects)]}
        refusals={draft.refusals}
        onUse={(name) =>
          use(open.filter(({ specific }) => specific !== undefined && isSameSpecific(specific.name, name)))
        }
        suggested={open.flatMap(({ specific }) => specific ?? [])}
        suggestions={suggestAspects(category?.aspects ?? [], inUse.data?.aspects ?? [])}
      />
    </Section>
  )
  const condition = <ConditionField allowed={category?.conditions} change={change} draft={draft} />
  const description = (
    <DescriptionField
      error={draft.errorAt(fieldPaths.description)}
      html={view.description ?? ''}
      onChange={(html) => change(fieldPaths.description, html === '' ? undefined : html)}
    />
  )
  const quantity = (
    <>
      <QuantityField change={change} draft={draft} />
      <PrivateField field={costField} item={item} />
      <ItemEarned costs={item.noted.cost} sku={sku} />
      <offers.FloorField itemKey={sku} />
    </>
  )
  const more = (
    <>
      <Section title="Where it is kept">
        <PrivateField field={placeField} item={item} />
      </Section>
      <Section title="Barcodes">
        <BarcodeFields change={change} draft={draft} />
      </Section>
      <MoreFields change={change} descriptors={descriptors} draft={draft} />
      <DescriptionSourceChoice />
      {canUpload && (
        <Section title="Picture by address">
          <PictureAddressField {...pictures} />
        </Section>
      )}
      <Section note="A listing can be changed only by the kind of tool that made it." title="Made with">
        <FamilySection item={item} />
      </Section>
      <Section title="Language">
        <LanguageField item={item} />
      </Section>
      <OtherFields record={draft.edited} />
    </>
  )
  const isMoreNeeded = [...draft.problems, ...draft.refusals].some(isInMore)
  return (
    <>
      <Section isTitleHidden title="Pictures">
        <ImagesEditor
          {...pictures}
          canUpload={canUpload}
          owner={{ kind: 'item', sku }}
          problem={draft.errorAt(fieldPaths.imageUrls)}
        />
      </Section>
      <Stack gap={2}>
        <TitleField autoFocus={autoFocus} change={change} draft={draft} />
        {/* Where a new item begins, and below what is typed there. */}
        <SuggestionBar onUse={use} open={open} suggestion={suggestion} />
      </Stack>
      {hasFrame && canList && (
        <Section isTitleHidden title="Listing">
          <listing.Section
            foot={foot}
            isItemEdited={draft.isEdited}
            isMoreNeeded={isMoreNeeded}
            keepItem={keep}
            onFill={({ path, value }) => change(path, [value])}
            onItemField={onGoToField}
            parts={{ condition, description, more, quantity, specifics }}
            pictureUrl={view.imageUrls[0] ?? null}
            sku={sku}
            title={view.title ?? null}
          />
        </Section>
      )}
      {hasFrame && choices.data !== undefined && !canList && (
        <>
          {specifics}
          {condition}
          {quantity}
          {description}
          <MoreGroup isNeeded={isMoreNeeded} label="More">
            {more}
          </MoreGroup>
          <Section
            note={`Saving an item doesn’t list it. Buyers see it once it is listed on ${platform.name.the}.`}
            title="What listing needs"
          >
            <PublishList
              steps={publishSteps(draft.edited, draft.record !== undefined, platform.name, item.family ?? undefined)}
            />
          </Section>
        </>
      )}
      {hasFrame && <offers.ItemOffers itemKey={sku} />}
      {hasFrame && <ItemConversations sku={sku} />}
    </>
  )
}
