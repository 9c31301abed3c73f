/** Creates a location that items ship from (LST-05). */
import { useState } from 'react'
import { type NewLocation, newLocationSchema } from '../../../shared/listing/contract/choices-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from '../listing.module.css'

type Field = Exclude<keyof NewLocation, 'merchantLocationKey'>

const labels: Readonly<Record<Field, string>> = {
  name: 'Name',
  addressLine1: 'Street and number',
  postalCode: 'Postal code',
  city: 'City',
  stateOrProvince: 'State or province',
  country: 'Country',
}
const fields = Object.keys(labels) as readonly Field[]

const MAX_KEY_CHARACTERS = 36

/**
 * Derives a key for the platform from the location's name, distinct from the `taken` ones: a name may have no Latin
 * letter.
 */
export const createLocationKey = (name: string, taken: readonly string[]): string => {
  const base =
    name
      .toLowerCase()
      .replace(/[^a-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, MAX_KEY_CHARACTERS) || 'location'
  const used = new Set(taken.map((key) => key.toLowerCase()))
  let key = base
  for (let count = 2; used.has(key); count += 1) {
    key = `${base.slice(0, MAX_KEY_CHARACTERS - `-${count}`.length)}-${count}`
  }
  return key
}

type LocationDialogProps = {
  readonly country: string
  /** The keys of the seller's locations. */
  readonly taken: readonly string[]
  readonly onClose: () => void
  readonly onCreated: (merchantLocationKey: string) => void
}

export const LocationDialog = ({ country, taken, onClose, onCreated }: LocationDialogProps) => {
  const create = useApiMutation('listing', 'createLocation')
  const [values, setValues] = useState<Readonly<Record<Field, string>>>({
    name: '',
    addressLine1: '',
    postalCode: '',
    city: '',
    stateOrProvince: '',
    country,
  })
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const location: NewLocation = { ...values, merchantLocationKey: createLocationKey(values.name, taken) }
  const parsed = newLocationSchema.safeParse(location)
  const errorOf = (field: Field): string | undefined => {
    if (!wasSubmitted) return undefined
    if (field === 'name' && values.name.trim() === '') return 'Name the location, such as Home.'
    return parsed.error?.issues.find(({ path }) => path[0] === field)?.message
  }
  const submit = (): void => {
    setWasSubmitted(true)
    if (!parsed.success || values.name.trim() === '' || create.isPending) return
    create.mutate(parsed.data, {
      onSuccess: () => {
        onCreated(parsed.data.merchantLocationKey)
        onClose()
      },
    })
  }
  return (
    <Dialog
      submit={{ label: 'Create location', isPending: create.isPending, sends: true, onPress: submit }}
      isDismissable={false}
      onClose={onClose}
      title="New location"
    >
      <Stack gap={3}>
        <MutationError of={create} />
        <div className={styles.pair}>
          {fields.map((field) => (
            <TextField
              description={field === 'country' ? 'Two letters, such as US' : undefined}
              error={errorOf(field)}
              key={field}
              label={labels[field]}
              onChange={(text) =>
                setValues((before) => ({ ...before, [field]: field === 'country' ? text.toUpperCase() : text }))
              }
              onSubmit={submit}
              value={values[field]}
            />
          ))}
        </div>
      </Stack>
    </Dialog>
  )
}
