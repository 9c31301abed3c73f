/** What the category requires or recommends and the item lacks (LST-06). Values go into the item's edit. */
import { useState } from 'react'
import type { CategoryAspect } from '../../../shared/listing/contract/choices-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from '../listing.module.css'

type AspectFieldProps = { readonly aspect: CategoryAspect; readonly onSet: (values: readonly string[]) => void }

const AspectField = ({ aspect: { name, values, isFreeText, isRequired }, onSet }: AspectFieldProps) => {
  const [text, setText] = useState('')
  const options = values.map((value) => ({ id: value, label: value }))
  const label = isRequired ? `${name}, required` : name
  if (!isFreeText) return <Select label={label} onChange={(value) => onSet([value])} options={options} value={null} />
  const add = (): void => {
    if (text.trim() !== '') onSet([text.trim()])
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <div className={styles.aspect}>
        <ComboBox allowsCustomValue label={label} onChange={setText} options={options} value={text} />
        <Button
          aria-label={`Add ${name}`}
          disabledReason={text.trim() === '' ? 'Type a value first' : undefined}
          onPress={add}
        >
          Add
        </Button>
      </div>
    </form>
  )
}

type CategoryAspectsProps = {
  readonly categoryId: string
  /** Whether the item has a value of this specific. */
  readonly has: (name: string) => boolean
  readonly onSet: (name: string, values: readonly string[]) => void
}

export const CategoryAspects = ({ categoryId, has, onSet }: CategoryAspectsProps) => {
  const { data } = useApiQuery(
    'listing',
    'category',
    { categoryId },
    { enabled: categoryId !== '', keepPrevious: true },
  )
  const [showsAll, setShowsAll] = useState(false)
  if (data === undefined || categoryId === '') return null
  const missing = data.aspects.filter(({ name }) => !has(name))
  const required = missing.filter(({ isRequired }) => isRequired)
  const recommended = missing.filter(({ isRequired, isRecommended }) => !isRequired && isRecommended)
  const shown = showsAll ? [...required, ...recommended] : required
  if (shown.length === 0 && recommended.length === 0) return null
  return (
    <Stack aria-label="Item specifics of the category" as="section" gap={2}>
      {shown.length > 0 && (
        <Text size="meta" strong>
          {required.length > 0 ? 'This category needs these item specifics' : 'Buyers filter by these item specifics'}
        </Text>
      )}
      <div className={styles.pair}>
        {shown.map((aspect) => (
          <AspectField aspect={aspect} key={aspect.name} onSet={(values) => onSet(aspect.name, values)} />
        ))}
      </div>
      {!showsAll && recommended.length > 0 && (
        <Row>
          <Button onPress={() => setShowsAll(true)} size="s" variant="quiet">
            {`Show ${formatCount(recommended.length, 'recommended specific')}`}
          </Button>
        </Row>
      )}
    </Stack>
  )
}
