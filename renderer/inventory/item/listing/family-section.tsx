/** The call family that manages the SKU, and the evidence (INV-17). */
import { useState } from 'react'
import type { PlatformName } from '../../../../shared/connection/platforms.ts'
import type { Item } from '../../../../shared/inventory/contract.ts'
import { familyRefusal } from '../../../../shared/inventory/family.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { usePlatformName } from '../../../api/use-connection.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { KeyValue } from '../../../ui/display/key-value.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { MutationError } from '../../../ui/feedback/mutation-error.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'

const familyOptions = ({ the }: PlatformName) => [
  { id: 'offers', label: 'Stallhand or a similar tool', description: 'You change and list it here.' },
  { id: 'trading', label: 'Another tool', description: `Such as ${the}’s own pages. You change it there.` },
  { id: 'unknown', label: 'Unknown' },
]

/** Sends nothing. */
export const FamilySection = ({ item }: { readonly item: Item }) => {
  const { sku, family } = item
  const options = familyOptions(usePlatformName())
  const record = useApiMutation('inventory', 'recordFamily')
  const [isOpen, setIsOpen] = useState(false)
  const [wanted, setWanted] = useState<string>(family?.family ?? 'unknown')
  const [note, setNote] = useState('')
  const refusal = familyRefusal(family ?? undefined)

  const submit = () =>
    record.mutate(
      {
        sku,
        family: wanted === 'unknown' ? null : wanted === 'trading' ? 'trading' : 'offers',
        evidence: 'seller',
        note,
      },
      {
        onSuccess: () => {
          setIsOpen(false)
          setNote('')
        },
      },
    )

  return (
    <>
      <KeyValue
        facts={[
          {
            label: 'Made with',
            value:
              family === null ? (
                'Not recorded'
              ) : (
                <>
                  {options.find(({ id }) => id === (family.family ?? 'unknown'))?.label},{' '}
                  {family.evidence === 'seller' ? 'you said so' : 'read on the listing'}
                  {family.note === '' ? '' : `: ${family.note}`} (<RelativeTime at={family.atMs} />)
                </>
              ),
          },
          ...(refusal === undefined ? [] : [{ label: 'Saving it here', value: refusal }]),
        ]}
      />
      {isOpen ? (
        <Stack gap={3}>
          <RadioGroup layout="row" label="Made with" onChange={setWanted} options={options} value={wanted} />
          <TextField
            label="Note"
            onChange={setNote}
            onSubmit={submit}
            placeholder="How you know, such as a listing’s number"
            value={note}
          />
          <MutationError of={record} />
          <Row justify="end">
            <Button onPress={() => setIsOpen(false)}>Cancel</Button>
            <Button isPending={record.isPending} onPress={submit} variant="primary">
              Save
            </Button>
          </Row>
        </Stack>
      ) : (
        <div>
          <Button onPress={() => setIsOpen(true)} size="s">
            {family === null ? 'Say what it was made with' : 'Correct'}
          </Button>
        </div>
      )}
    </>
  )
}
