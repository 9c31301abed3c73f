// Item specifics: names on the left, their values on the right; a new one can be typed or pasted from a sheet.
import { Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { type Aspect, aspectPath } from '../../shared/inventory/item.ts'
import type { ItemProblem } from '../../shared/inventory/item-rules.ts'
import { type JsonPath, type JsonValue, samePath } from '../../shared/inventory/json.ts'
import { ASPECT_NAME_MAX_CHARACTERS, ASPECT_VALUE_MAX_CHARACTERS } from '../../shared/inventory/limits.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './aspects-editor.module.css'

type Changes = readonly (readonly [JsonPath, JsonValue | undefined])[]

export interface AspectsEditorProps {
  readonly aspects: readonly Aspect[]
  readonly problems: readonly ItemProblem[]
  readonly onChange: (changes: Changes) => void
}

/** Rows of a sheet: a name in the first column, values in the next ones. */
const pastedAspects = (text: string): Changes =>
  text.split(/\r?\n/).flatMap((line) => {
    const [name = '', ...values] = line.split('\t').map((cell) => cell.trim())
    const given = values.filter(Boolean)
    return name === '' || given.length === 0 ? [] : [[aspectPath(name), given] as const]
  })

/** The aspects of an item as a two-column grid. */
export function AspectsEditor({ aspects, problems, onChange }: AspectsEditorProps) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const isTaken = aspects.some((aspect) => aspect.name === name.trim())

  const add = () => {
    if (name.trim() === '' || value.trim() === '' || isTaken) return
    onChange([[aspectPath(name.trim()), [value.trim()]]])
    setName('')
    setValue('')
  }

  return (
    <div className={styles.aspects}>
      {aspects.map((aspect) => (
        <AspectRow
          aspect={aspect}
          key={aspect.name}
          onChange={(values) => onChange([[aspectPath(aspect.name), values]])}
          onRemove={() => onChange([[aspectPath(aspect.name), undefined]])}
          onRename={(next) =>
            onChange([
              [aspectPath(aspect.name), undefined],
              [aspectPath(next), aspect.values],
            ])
          }
          problems={problems.filter((problem) => samePath(problem.path, aspectPath(aspect.name)))}
          taken={aspects.map((other) => other.name)}
        />
      ))}
      <div
        className={styles.row}
        onPaste={(event) => {
          const pasted = pastedAspects(event.clipboardData.getData('text/plain'))
          if (pasted.length === 0) return
          event.preventDefault()
          onChange(pasted)
        }}
      >
        <TextField
          error={isTaken ? `"${name.trim()}" is in the list already. Add the value there.` : undefined}
          isLabelHidden
          label="Name of a new item specific"
          onChange={setName}
          onSubmit={add}
          placeholder="New name"
          value={name}
        />
        <TextField
          isLabelHidden
          label="Value of the new item specific"
          onChange={setValue}
          onSubmit={add}
          placeholder="Value"
          value={value}
        />
        <Button
          disabledReason={isTaken ? 'the name is in the list already' : 'it needs a name and a value'}
          icon={Plus}
          isDisabled={name.trim() === '' || value.trim() === '' || isTaken}
          onPress={add}
        >
          Add
        </Button>
      </div>
    </div>
  )
}

interface AspectRowProps {
  readonly aspect: Aspect
  readonly taken: readonly string[]
  readonly problems: readonly ItemProblem[]
  readonly onChange: (values: readonly string[]) => void
  readonly onRename: (name: string) => void
  readonly onRemove: () => void
}

function AspectRow({ aspect, taken, problems, onChange, onRename, onRemove }: AspectRowProps) {
  // A name is taken over when the field is left: between two keys it may be empty, or another aspect's.
  const [name, setName] = useState<string>()
  const wanted = name?.trim()
  const isTaken = wanted !== undefined && wanted !== aspect.name && taken.includes(wanted)
  const rename = () => {
    if (wanted === undefined || wanted === '' || isTaken) return
    setName(undefined)
    if (wanted !== aspect.name) onRename(wanted)
  }
  const nameError = isTaken
    ? `"${wanted}" is in the list already.`
    : wanted === ''
      ? `An item specific needs a name. "${aspect.name}" is kept until it has another.`
      : undefined
  const setValueAt = (index: number, text: string) =>
    onChange(aspect.values.map((value, at) => (at === index ? text : value)))

  return (
    <div className={styles.row}>
      <TextField
        error={nameError}
        isLabelHidden
        label={`Name of ${aspect.name}`}
        limit={(wanted ?? aspect.name).length > ASPECT_NAME_MAX_CHARACTERS ? ASPECT_NAME_MAX_CHARACTERS : undefined}
        onBlur={rename}
        onChange={setName}
        onSubmit={rename}
        value={name ?? aspect.name}
      />
      <div className={styles.values}>
        {aspect.values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values have no identity but their place
          <div className={styles.value} key={index}>
            <TextField
              isLabelHidden
              label={aspect.values.length === 1 ? aspect.name : `${aspect.name}, value ${index + 1}`}
              limit={value.length > ASPECT_VALUE_MAX_CHARACTERS - 10 ? ASPECT_VALUE_MAX_CHARACTERS : undefined}
              onChange={(text) => setValueAt(index, text)}
              value={value}
            />
            {aspect.values.length > 1 && (
              <IconButton
                icon={X}
                label={`Remove value ${index + 1} of ${aspect.name}`}
                onPress={() => onChange(aspect.values.filter((_, at) => at !== index))}
                size="s"
              />
            )}
          </div>
        ))}
        {problems.map(({ message }) => (
          <p className={styles.problem} key={message}>
            {message}
          </p>
        ))}
      </div>
      <span className={styles.acts}>
        <IconButton
          icon={Plus}
          isDisabled={aspect.values.includes('')}
          label={`Add a value to ${aspect.name}`}
          onPress={() => onChange([...aspect.values, ''])}
          size="s"
        />
        <IconButton icon={Trash2} label={`Remove ${aspect.name}`} onPress={onRemove} size="s" />
      </span>
    </div>
  )
}
