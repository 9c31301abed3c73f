/** The sections of the item page, from the product to its listing. */
import type { Item } from '../../../shared/inventory/contract.ts'
import { type Aspect, aspectPath, fieldPaths } from '../../../shared/inventory/item.ts'
import { type ItemProblem, maxPictures } from '../../../shared/inventory/item-rules.ts'
import type { JsonPath } from '../../../shared/inventory/json.ts'
import { isSameSpecific } from '../../../shared/inventory/same-specific.ts'
import { listAspectProblems } from '../../../shared/listing/aspect-rules.ts'
import type { CategoryAspect } from '../../../shared/listing/contract/choices-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import type { ListingParts } from '../listing-parts.ts'
import { BarcodeFields } from './fields/barcode-fields.tsx'
import { MoreFields } from './fields/more-fields.tsx'
import { OtherFields } from './fields/other-fields.tsx'
import { ProductFields } from './fields/product-fields.tsx'
import { ItemConversations } from './item-conversations.tsx'
import type { ItemDraft } from './item-draft.ts'
import { ItemSummary } from './item-summary.tsx'
import { LanguageField } from './language-field.tsx'
import { FamilySection } from './listing/family-section.tsx'
import { PublishList } from './listing/publish-list.tsx'
import { publishSteps } from './listing/publish-steps.ts'
import { ImagesEditor } from './pictures/images-editor.tsx'
import { PlaceField } from './place-field.tsx'
import { Section } from './section.tsx'
import { AspectsEditor } from './specifics/aspects-editor.tsx'
import { suggestAspects } from './specifics/suggested-aspects.ts'
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
  /** Focuses the first field. */
  readonly autoFocus: boolean
  readonly onGoToField: (path: JsonPath) => void
}

export const ItemSections = (props: ItemSectionsProps) => {
  const { item, draft, listing, keep, change, changeAll, autoFocus, onGoToField } = props
  const { sku } = item
  const { view } = draft
  const platform = usePlatform()
  const choices = useApiQuery('listing', 'choices', {})
  const canList = choices.data?.refusal === null
  const category = useItemCategory(sku, canList)
  const inUse = useApiQuery('inventory', 'aspectsInUse', {})
  const descriptors = category?.conditions?.find(({ condition }) => condition === view.condition)?.descriptors ?? []
  // Renders everything below the first screen after the first frame.
  const hasFrame = useFirstFrame()
  return (
    <>
      <ItemSummary canList={canList} sku={sku} view={view} />
      <Section title="Product">
        <ProductFields allowedConditions={category?.conditions} autoFocus={autoFocus} change={change} draft={draft} />
      </Section>
      {hasFrame && (
        <>
          <Section title="Pictures">
            <ImagesEditor
              canUpload={canList && choices.data?.canUploadPictures === true}
              max={maxPictures(draft.edited, platform)}
              onChange={(urls) => change(fieldPaths.imageUrls, urls)}
              problem={draft.errorAt(fieldPaths.imageUrls)}
              sku={sku}
              urls={view.imageUrls}
            />
          </Section>
          <Section
            note="Paste cells from a sheet into a name to add several at once: names first, then values."
            title="Item specifics"
          >
            <AspectsEditor
              aspects={view.aspects}
              onChange={changeAll}
              problems={[...draft.problems, ...toAspectProblems(category?.aspects ?? [], view.aspects)]}
              refusals={draft.refusals}
              suggestions={suggestAspects(category?.aspects ?? [], inUse.data?.aspects ?? [])}
            />
          </Section>
          {canList && (
            <Section title="Listing">
              <listing.Section
                hasAspect={(name) =>
                  view.aspects.some((aspect) => isSameSpecific(aspect.name, name) && aspect.values.length > 0)
                }
                isItemEdited={draft.isEdited}
                keepItem={keep}
                onFill={({ path, value }) => change(path, [value])}
                onAspect={(name, values) => change(aspectPath(name), [...values])}
                onItemField={onGoToField}
                sku={sku}
                title={view.title ?? null}
              />
            </Section>
          )}
          <ItemConversations sku={sku} />
          <Section title="Where it is kept">
            <PlaceField item={item} />
          </Section>
          <Section title="Barcodes">
            <BarcodeFields change={change} draft={draft} />
          </Section>
          <MoreFields change={change} descriptors={descriptors} draft={draft} />
          <Section note="A listing can be changed only by the kind of tool that made it." title="Made with">
            <FamilySection item={item} />
          </Section>
          <Section title="Language">
            <LanguageField item={item} />
          </Section>
          <OtherFields record={draft.edited} />
          {!canList && (
            <Section
              note={`Saving an item does not list it. Buyers see it once it is listed on ${platform.name.the}.`}
              title="What listing needs"
            >
              <PublishList
                steps={publishSteps(draft.edited, draft.record !== undefined, platform.name, item.family ?? undefined)}
              />
            </Section>
          )}
        </>
      )}
    </>
  )
}
