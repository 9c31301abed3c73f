/** Which parcels are printed or written. */
import type { Parcel } from '../../../shared/orders/packing-contract.ts'
import { Select } from '../../ui/fields/select.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { chooseParcels, type ParcelScope, parcelScopes } from './desk.ts'

const labels: Readonly<Record<ParcelScope, string>> = {
  due: 'Late and due today',
  open: 'Not packed yet',
  one: 'The parcel on the desk',
  all: 'All to ship',
}

export const scopeLabel = (scope: ParcelScope): string => labels[scope]

type ScopeOption = { readonly id: ParcelScope; readonly label: string; readonly count: number }

/** The choices that have parcels, and the one to begin with: what is due, else what isn't packed. */
export const listScopes = (
  parcels: readonly Parcel[],
  key: string | undefined,
): { readonly scopes: readonly ScopeOption[]; readonly initial: ParcelScope } => {
  const scopes = parcelScopes
    .map((id) => ({ id, label: labels[id], count: chooseParcels(parcels, id, key).length }))
    .filter(({ count }) => count > 0)
  return { scopes, initial: scopes[0]?.id ?? 'all' }
}

export const ScopeSelect = ({
  scopes,
  value,
  onChange,
}: {
  readonly scopes: readonly ScopeOption[]
  readonly value: ParcelScope
  readonly onChange: (scope: ParcelScope) => void
}) => (
  <Select
    label="Parcels"
    onChange={(id) => {
      const scope = parcelScopes.find((known) => known === id)
      if (scope !== undefined) onChange(scope)
    }}
    options={scopes.map(({ id, label, count }) => ({ id, label: `${label} (${formatCount(count, 'parcel')})` }))}
    value={value}
  />
)
