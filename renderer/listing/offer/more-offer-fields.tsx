/** The offer's fields beyond price and policies, by group, and what else the offer has (LST-16). */
import { moreOfferFields } from '../../../shared/inventory/fields/offer-fields.ts'
import { listPlainFacts } from '../../../shared/inventory/fields/plain-facts.ts'
import type { Listing } from '../../../shared/listing/contract.ts'
import { FieldGroups } from '../../parts/fields/field-groups.tsx'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import type { OfferDraft } from '../use-offer-draft.ts'

type MoreOfferFieldsProps = { readonly listing: Listing; readonly draft: OfferDraft }

export const MoreOfferFields = ({ listing, draft }: MoreOfferFieldsProps) => {
  const fields = moreOfferFields.filter(({ id }) => draft.view(id) !== undefined)
  const facts = listing.otherFields.flatMap(({ path, value }) => listPlainFacts(path, value))
  return (
    <>
      {fields.length > 0 && (
        <FieldGroups
          errorOf={({ id }) => draft.error(id)}
          fields={fields}
          onText={({ id }, text) => draft.change(id, text)}
          textOf={({ id }) => draft.text(id)}
        />
      )}
      {facts.length > 0 && (
        <Stack gap={1}>
          <Text strong>Other fields of the listing</Text>
          <Text as="p" size="meta" tone="soft">
            These can’t be changed here. Every save keeps them as they are.
          </Text>
          <KeyValue facts={facts.map(({ label, text }) => ({ label, value: text }))} isStacked />
        </Stack>
      )}
    </>
  )
}
