/** Writes the parcels as a file for a carrier's own page, where postage is bought (ORD-10). */
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import {
  type CarrierColumn,
  type CarrierField,
  type CarrierProfileId,
  carrierFields,
  carrierProfileIds,
  carrierProfiles,
  MAX_CARRIER_COLUMNS,
} from '../../../shared/orders/carrier-profiles.ts'
import type { Parcel } from '../../../shared/orders/packing-contract.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { useSaveFile } from '../../api/save-file.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { chooseParcels, type ParcelScope } from './desk.ts'
import { listScopes, ScopeSelect } from './parcel-scope.tsx'

const fieldLabels: Readonly<Record<CarrierField, string>> = {
  order: 'Order number',
  name: 'Name',
  company: 'Company',
  street1: 'Street, first line',
  street2: 'Street, second line',
  streetName: 'Street without number',
  houseNumber: 'House number',
  postalCode: 'Postal code',
  city: 'Town',
  state: 'State or county',
  country: 'Country',
  countryCode: 'Country, two letters',
  countryCode3: 'Country, three letters',
  phone: 'Telephone',
  items: 'Items',
  skus: 'SKUs',
  pieces: 'Pieces',
  value: 'Value',
  currency: 'Currency',
  empty: 'Nothing',
}

const isField = (text: string): text is CarrierField => (carrierFields as readonly string[]).includes(text)

/** Stored as `field header`. */
const parseColumns = (stored: readonly string[]): readonly CarrierColumn[] =>
  stored.flatMap((text) => {
    const at = text.indexOf(' ')
    const field = text.slice(0, at)
    return isField(field) ? [{ field, header: text.slice(at + 1) }] : []
  })

const firstColumns = [
  'order Order',
  'name Name',
  'street1 Street',
  'postalCode Postal code',
  'city Town',
  'country Country',
]

const OwnColumns = ({
  columns,
  onChange,
}: {
  readonly columns: readonly CarrierColumn[]
  readonly onChange: (columns: readonly CarrierColumn[]) => void
}) => {
  const change = (index: number, part: Partial<CarrierColumn>): void =>
    onChange(columns.map((column, at) => (at === index ? { ...column, ...part } : column)))
  return (
    <Stack aria-label="Columns" gap={2} role="group">
      {columns.map(({ header, field }, index) => {
        const name = `Column ${formatNumber(index + 1)}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
          <Row gap={2} key={index}>
            <TextField
              isLabelHidden
              label={`${name}, name`}
              onChange={(next) => change(index, { header: next })}
              value={header}
            />
            <Select
              isLabelHidden
              label={`${name}, content`}
              onChange={(id) => isField(id) && change(index, { field: id })}
              options={carrierFields.map((id) => ({ id, label: fieldLabels[id] }))}
              value={field}
            />
            <IconButton
              icon={X}
              label={`Remove ${name.toLowerCase()}`}
              onPress={() => onChange(columns.filter((_, at) => at !== index))}
              size="s"
            />
          </Row>
        )
      })}
      <Row>
        <Button
          icon={Plus}
          isDisabled={columns.length >= MAX_CARRIER_COLUMNS}
          onPress={() => onChange([...columns, { header: '', field: 'empty' }])}
          size="s"
        >
          Add a column
        </Button>
      </Row>
    </Stack>
  )
}

const profileLabel = (id: CarrierProfileId): string => (id === 'own' ? 'My own columns' : carrierProfiles[id].label)

const isProfile = (text: string): text is CarrierProfileId => (carrierProfileIds as readonly string[]).includes(text)

type CarrierDialogProps = {
  readonly parcels: readonly Parcel[]
  readonly openKey: string
  readonly onClose: () => void
}

export const CarrierDialog = ({ parcels, openKey, onClose }: CarrierDialogProps) => {
  const client = useClient()
  const saveFile = useSaveFile()
  const [storedProfile, setProfile] = useViewState('orders.carrierProfile', 'pirateShip')
  const [storedColumns, setColumns] = useViewState('orders.carrierColumns', firstColumns)
  const profile = isProfile(storedProfile) ? storedProfile : 'pirateShip'
  const columns = parseColumns(storedColumns)
  const scope = listScopes(parcels, openKey)
  const [chosen, setChosen] = useState<ParcelScope>(scope.initial)
  const written = chooseParcels(parcels, chosen, openKey)
  const save = useAction(async () => {
    const { text, rows, withoutAddress } = await client.orders.carrierFile({
      profile,
      parcels: written.map(({ orderIds }) => [...orderIds]),
      columns: columns.map((column) => ({ ...column })),
    })
    const left = withoutAddress.length === 0 ? '' : `; no address for ${withoutAddress.join(', ')}`
    return saveFile({ name: 'parcels.csv', content: text, detail: `${formatCount(rows, 'parcel')}${left}` })
  })
  const missing =
    written.length === 0 ? 'No parcels to save' : profile === 'own' && columns.length === 0 ? 'Add a column' : undefined
  return (
    <Dialog
      onClose={onClose}
      size="m"
      submit={{
        label: `Save ${formatCount(written.length, 'parcel')}`,
        disabledReason: missing,
        isPending: save.isPending,
        onPress: () => save.mutate(undefined, { onSuccess: (isSaved) => isSaved && onClose() }),
      }}
      title="File for the carrier"
    >
      <Stack gap={4}>
        <MutationError of={save} title="The file wasn’t saved." />
        <Select
          description="Upload the file on the carrier’s own page and buy the postage there. Then paste the tracking numbers here, with Tracking numbers."
          label="For"
          onChange={setProfile}
          options={carrierProfileIds.map((id) => ({ id, label: profileLabel(id) }))}
          value={profile}
        />
        {profile === 'own' && (
          <OwnColumns
            columns={columns}
            onChange={(next) => setColumns(next.map(({ header, field }) => `${field} ${header}`))}
          />
        )}
        <ScopeSelect onChange={setChosen} scopes={scope.scopes} value={chosen} />
        <Text as="p" size="meta" tone="soft">
          The file holds the names and addresses of these parcels. Delete it once the postage is bought.
        </Text>
      </Stack>
    </Dialog>
  )
}
