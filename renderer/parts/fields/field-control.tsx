/** The control of one field of the table. It edits the field's text, as a cell of the sheet does. */
import { useState } from 'react'
import type { Field } from '../../../shared/inventory/fields/field.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import type { FieldControlProps } from './control-props.ts'
import { RecordsControl } from './records-control.tsx'

const NOT_SET = 'notSet'

/** How the field writes a text once it is read: `1.20 kg` as `1.2 kg`. */
const normalize = ({ kind }: Field, text: string): string => {
  if (text.trim() === '') return ''
  const parsed = kind.parse(text, { was: undefined, currency: '' })
  return 'problem' in parsed ? text : (kind.format(parsed.value) ?? text)
}

/** Keeps the text as typed until the field is left, as long as it means the field's value. */
const useTyped = ({ field, text, onText }: FieldControlProps) => {
  const [typed, setTyped] = useState<string>()
  const isMine = typed !== undefined && (typed === text || normalize(field, typed) === text)
  return {
    value: isMine ? typed : text,
    onChange: (next: string): void => {
      setTyped(next)
      onText(next)
    },
    onBlur: (): void => setTyped(undefined),
  }
}

const LineControl = (props: FieldControlProps) => {
  const platformName = usePlatformName()
  const { field, error } = props
  const shared = {
    ...useTyped(props),
    label: field.label,
    description: field.help?.(platformName),
    error,
    limit: field.kind.maxCharacters,
  }
  return field.kind.control === 'area' ? <TextArea {...shared} maxRows={8} minRows={2} /> : <TextField {...shared} />
}

const ChoiceControl = ({ field, text, error, onText }: FieldControlProps) => {
  const platformName = usePlatformName()
  const { options = [] } = field.kind
  const isOther = text !== '' && options.every(({ id }) => id !== text)
  return (
    <Select
      description={field.help?.(platformName)}
      error={error}
      label={field.label}
      onChange={(id) => onText(id === NOT_SET ? '' : id)}
      options={[
        { id: NOT_SET, label: 'Not set' },
        ...options,
        ...(isOther ? [{ id: text, label: `${text} (from ${platformName.the})` }] : []),
      ]}
      value={text === '' ? NOT_SET : text}
    />
  )
}

const pad = (number: number): string => String(number).padStart(2, '0')

/** A time in this computer's time zone, as a date and time input writes it; undefined if it is no time. */
const toLocalTime = (iso: string): string | undefined => {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return undefined
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

const DateControl = ({ field, text, error, onText }: FieldControlProps) => {
  const platformName = usePlatformName()
  const local = text === '' ? '' : toLocalTime(text)
  // A text that is no time stays as typed.
  if (local === undefined) return <LineControl error={error} field={field} onText={onText} text={text} />
  const take = (value: string): void => {
    const at = new Date(value)
    onText(Number.isNaN(at.getTime()) ? '' : at.toISOString())
  }
  return (
    <TextField
      description={field.help?.(platformName)}
      error={error}
      label={field.label}
      onChange={take}
      type="datetime-local"
      value={local}
    />
  )
}

const Shown = ({ field, text }: FieldControlProps) => {
  const platformName = usePlatformName()
  const help = field.help?.(platformName)
  return (
    <Stack gap={1}>
      <Text strong>{field.label}</Text>
      <Text mono={text !== ''} tone={text === '' ? 'faint' : undefined}>
        {text === '' ? 'None' : text}
      </Text>
      {help !== undefined && (
        <Text size="meta" tone="soft">
          {help}
        </Text>
      )}
    </Stack>
  )
}

export const FieldControl = (props: FieldControlProps) => {
  switch (props.field.kind.control) {
    case 'choice':
      return <ChoiceControl {...props} />
    case 'date':
      return <DateControl {...props} />
    case 'records':
      return <RecordsControl {...props} />
    case 'shown':
      return <Shown {...props} />
    case 'line':
    case 'area':
      return <LineControl {...props} />
  }
}
