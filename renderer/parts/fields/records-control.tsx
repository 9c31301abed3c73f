/** The control of a field that consists of records, such as addresses. */
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { RecordPart } from '../../../shared/inventory/fields/field.ts'
import { formatParts, readParts } from '../../../shared/inventory/fields/record-kind.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ProblemText } from '../../ui/feedback/why-link.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import type { FieldControlProps } from './control-props.ts'
import styles from './field-groups.module.css'

/** The texts of a record's parts, by their keys. */
type Parts = Readonly<Record<string, string>>

const isEmpty = (record: Parts): boolean => Object.values(record).every((text) => text.trim() === '')

export const RecordsControl = ({ field, text, error, onText }: FieldControlProps) => {
  const platformName = usePlatformName()
  const help = field.help?.(platformName)
  const { parts = [], max = 1 } = field.kind.records ?? {}
  const [typed, setTyped] = useState<readonly Parts[]>()
  const isMine = typed !== undefined && formatParts(typed, parts) === text
  const stored = readParts(text, parts)
  const records = isMine ? typed : stored
  if (records === undefined) {
    // A text that cannot be read stays as typed.
    return <TextArea description={help} error={error} label={field.label} onChange={onText} value={text} />
  }
  const set = (next: readonly Parts[]): void => {
    setTyped(next)
    onText(formatParts(next, parts))
  }
  const write = (index: number, { key }: RecordPart, value: string): void =>
    set(records.map((record, at) => (at === index ? { ...record, [key]: value } : record)))
  const canAdd = records.length < max && !records.some(isEmpty)
  return (
    <fieldset className={styles.records}>
      <legend>
        <Text strong>{field.label}</Text>
      </legend>
      {help !== undefined && (
        <Text as="p" size="meta" tone="soft">
          {help}
        </Text>
      )}
      {error !== undefined && (
        <Text as="p" role="alert" tone="danger">
          {typeof error === 'string' ? error : <ProblemText problem={error} />}
        </Text>
      )}
      <Stack gap={3}>
        {records.map((record, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record has no identity but its place
          <div className={styles.record} key={index}>
            <div className={styles.pair}>
              {parts.map((part) => (
                <TextField
                  key={part.key}
                  label={max === 1 ? part.label : `${part.label} ${index + 1}`}
                  limit={part.maxCharacters}
                  onChange={(value) => write(index, part, value)}
                  value={record[part.key] ?? ''}
                />
              ))}
            </div>
            <Row justify="end">
              <Button
                icon={Trash2}
                onPress={() => set(records.filter((_, at) => at !== index))}
                size="s"
                variant="quiet"
              >
                {max === 1 ? `Remove ${field.label.toLowerCase()}` : `Remove ${index + 1}`}
              </Button>
            </Row>
          </div>
        ))}
        {canAdd && (
          <Row>
            <Button icon={Plus} onPress={() => setTyped([...records, {}])} size="s" variant="quiet">
              {`Add ${field.label.toLowerCase()}`}
            </Button>
          </Row>
        )}
      </Stack>
    </fieldset>
  )
}
