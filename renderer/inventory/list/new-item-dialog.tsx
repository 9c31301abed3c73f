/** Starts an item: its barcode, ISBN or title first, then a SKU, which is proposed. Also for an item similar to another. */
import { useState } from 'react'
import { readProductCode } from '../../../shared/inventory/barcode.ts'
import type { JsonPath } from '../../../shared/inventory/json.ts'
import { MAX_TITLE_CHARACTERS } from '../../../shared/inventory/limits.ts'
import { SKU_TOPIC, skuProblem } from '../../../shared/inventory/sku.ts'
import { useAction, useApiQuery, useClient, useReportedMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { pathLabel } from '../item-labels.ts'
import { openItem } from '../items-panel.ts'
import type { MappingParts } from '../mapping-parts.ts'

type NewItemDialogProps = {
  /** The item to copy; undefined for an empty one. */
  readonly like?: { readonly sku: string; readonly title: string } | undefined
  /** Asks the catalog about the new item; undefined for a copy, which has its details. */
  readonly lookUp?: ReturnType<MappingParts['useLookUp']> | undefined
  readonly onClose: () => void
}

const codeNames = {
  isbn: 'An ISBN. The title comes from the catalog, or you type it on the item’s page.',
  ean: 'A barcode (EAN). The title comes from the catalog, or you type it on the item’s page.',
  upc: 'A barcode (UPC). The title comes from the catalog, or you type it on the item’s page.',
} as const

const MAX_NAMED_FIELDS = 6

/** `brand, weight and 3 more`. */
const listFields = (paths: readonly JsonPath[]): string => {
  const fields = [...new Set(paths.map((path) => pathLabel(path)))]
  const more = fields.length - MAX_NAMED_FIELDS
  const named = fields.slice(0, MAX_NAMED_FIELDS)
  return more > 0 ? `${named.join(', ')} and ${more} more` : new Intl.ListFormat('en').format(named)
}

/** What a copy has, and what it leaves out. `hasListing`: whether the item has a listing or a draft of one to copy. */
export const describeCopy = (sku: string, hasListing: boolean): string =>
  `Copies ${sku}${hasListing ? ' with its category, price and listing terms' : ''}. Quantity, pictures, product codes and the condition’s details stay empty: they differ.${hasListing ? '' : ' Category and price stay empty too: this item has none to copy.'}`

export const NewItemDialog = ({ like, lookUp, onClose }: NewItemDialogProps) => {
  const platformName = usePlatformName()
  const [text, setText] = useState(like?.title ?? '')
  const read = like === undefined ? readProductCode(text) : undefined
  const title = read === undefined ? text : ''
  const [asksCatalog, setAsksCatalog] = useViewState('items.asksCatalog', true)
  /** Undefined until the seller types one. */
  const [typedSku, setTypedSku] = useState<string>()
  const template = useApiQuery('inventory', 'template', {}, { enabled: like === undefined }).data ?? undefined
  const [usesTemplate, setUsesTemplate] = useState(true)
  const listing = useApiQuery('listing', 'listing', { sku: like?.sku ?? '' }, { enabled: like !== undefined }).data
  const copiesListing =
    listing?.refusal === null &&
    listing.fields.some(({ field, text }) => ['categoryId', 'price'].includes(field) && text !== '')
  const forget = useReportedMutation('inventory', 'deleteTemplate')
  const client = useClient()
  const hasText = text.trim() !== ''
  const wanted = { title: title.trim().slice(0, 500), code: read?.code ?? '' }
  const proposed = useApiQuery('inventory', 'proposedSku', wanted, { enabled: hasText })
  const sku = typedSku ?? (hasText ? (proposed.data?.sku ?? '') : '')
  const problem = typedSku === undefined ? undefined : skuProblem(typedSku)
  const disabledReason = !hasText
    ? 'Enter a barcode, an ISBN or a title first'
    : problem !== undefined
      ? 'Enter a SKU'
      : undefined

  const create = useAction(async () => {
    const code = read?.code ?? ''
    // Enter may follow the last letter, or a scanner's code, before the proposal for it.
    const chosen = typedSku ?? (await client.inventory.proposedSku(wanted)).sku
    await client.inventory.createItem({ sku: chosen, title: title.trim(), code, like: like?.sku ?? null, usesTemplate })
    return { sku: chosen, code }
  })
  const submit = async (): Promise<void> => {
    if (disabledReason !== undefined || create.isPending) return
    const { sku: made, code } = await create.mutateAsync(undefined, {
      onSuccess: ({ sku: own }) => {
        onClose()
        openItem(own)
      },
    })
    if (lookUp === undefined || !asksCatalog) return
    // The item is there whether or not the catalog can be asked.
    await lookUp({
      sku: made,
      title: title.trim() === '' ? null : title.trim(),
      codes: code === '' ? [] : [code],
      imageUrls: [],
      aspects: [],
    }).catch(toastFailure)
  }
  const press = (): void => void submit().catch(() => undefined)

  return (
    <Dialog
      isDismissable={text === (like?.title ?? '')}
      onClose={onClose}
      submit={{ label: 'Create', disabledReason, isPending: create.isPending, onPress: press }}
      title={like === undefined ? 'New item' : 'Sell similar'}
    >
      <Stack gap={4}>
        {like !== undefined && (
          <Text as="p" tone="soft">
            {describeCopy(like.sku, copiesListing)}
          </Text>
        )}
        <TextField
          autoFocus
          description={read === undefined ? undefined : codeNames[read.field]}
          label={like === undefined ? 'Barcode, ISBN or title' : 'Title'}
          limit={MAX_TITLE_CHARACTERS}
          onChange={setText}
          onSubmit={press}
          value={text}
        />
        <TextField
          description="Your own number for this item. It can’t be changed later."
          error={problem === undefined ? undefined : { message: problem, topic: SKU_TOPIC }}
          isMono
          label="SKU"
          onChange={setTypedSku}
          onSubmit={press}
          value={sku}
        />
        {lookUp !== undefined && (
          <Checkbox isSelected={asksCatalog} onChange={setAsksCatalog}>
            {`Look it up in ${platformName.the}’s catalog`}
          </Checkbox>
        )}
        {template !== undefined && (
          <Row align="start" justify="between">
            <Stack gap={0}>
              <Checkbox isSelected={usesTemplate} onChange={setUsesTemplate}>
                Start with your template
              </Checkbox>
              <Text size="meta" tone="soft">
                {`Fills in ${listFields(template.paths)}, as in ${template.title ?? template.sku}.`}
              </Text>
            </Stack>
            <Button isPending={forget.isPending} onPress={() => forget.mutate({})} size="s" variant="quiet">
              Delete template
            </Button>
          </Row>
        )}
        <MutationError of={create} />
      </Stack>
    </Dialog>
  )
}
