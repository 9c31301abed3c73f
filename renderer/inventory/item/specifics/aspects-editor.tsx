/** Item specifics: names and values, typed, reordered, or pasted from a sheet. */
import { Plus, Trash2, X } from 'lucide-react'
import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Aspect, aspectPath, isAspectPath } from '../../../../shared/inventory/item.ts'
import type { ItemProblem } from '../../../../shared/inventory/item-rules.ts'
import { type JsonPath, type JsonValue, samePath } from '../../../../shared/inventory/json.ts'
import { MAX_ASPECT_NAME_CHARACTERS } from '../../../../shared/inventory/limits.ts'
import { isSameSpecific } from '../../../../shared/inventory/same-specific.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { Problem } from '../../../ui/feedback/why-link.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { ruleProblem } from '../../item-labels.ts'
import { ProblemLine } from '../problem-line.tsx'
import styles from './aspects-editor.module.css'
import { type PastedAspect, parsePastedAspects, parsePastedValues } from './pasted-aspects.ts'

type Changes = readonly (readonly [JsonPath, JsonValue | undefined])[]

export type AspectsEditorProps = {
  readonly aspects: readonly Aspect[]
  readonly problems: readonly ItemProblem[]
  readonly refusals: readonly { readonly path: JsonPath; readonly message: string }[]
  /** Names to offer, each with values. */
  readonly suggestions: readonly Aspect[]
  readonly onChange: (changes: Changes) => void
  /** Whether a field of its own shows this specific. */
  readonly isElsewhere?: (name: string) => boolean
  /** Places the row that adds a specific; below the others without it. `isTyped`: whether something is typed there. */
  readonly children?: (newRow: ReactNode, isTyped: boolean) => ReactNode
}

const toChanges = (pasted: readonly PastedAspect[]): Changes =>
  pasted.map(({ name, values }) => [aspectPath(name), values] as const)

/** Handles blocks of cells pasted into a name; other text is pasted as usual. */
const pasteBlock = (onChange: (changes: Changes) => void) => (event: ClipboardEvent) => {
  const pasted = parsePastedAspects(event.clipboardData.getData('text/plain'))
  if (pasted.length === 0) return
  event.preventDefault()
  onChange(toChanges(pasted))
}

/** Item specifics that the platform requires and the item lacks, each with a value to fill in. */
const findMissing = (aspects: readonly Aspect[], refusals: AspectsEditorProps['refusals']): readonly Aspect[] => {
  const named = refusals.flatMap(({ path }) => (isAspectPath(path) ? path.slice(-1) : []))
  return [...new Set(named)]
    .filter((name) => aspects.every((aspect) => aspect.name !== name))
    .map((name) => ({ name, values: [''] }))
}

/** A renamed aspect keeps its row, although the record puts the new name last. */
export const AspectsEditor = (props: AspectsEditorProps) => {
  const { aspects, problems, refusals, suggestions, onChange } = props
  const { isElsewhere = () => false, children = (newRow) => newRow } = props
  const maxCharacters = usePlatform().limits.aspectValue
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const nameRef = useRef<HTMLInputElement>(null)
  const rows = useRows([...aspects, ...findMissing(aspects, refusals)])
  const isTaken = aspects.some((aspect) => isSameSpecific(aspect.name, name))
  const suggestValues = (of: string) => suggestions.find((suggestion) => suggestion.name === of)?.values

  const add = () => {
    if (name.trim() === '' || value.trim() === '' || isTaken) return
    onChange([[aspectPath(name.trim()), [value.trim()]]])
    setName('')
    setValue('')
    nameRef.current?.focus()
  }

  const listed = rows.shown.filter(({ aspect }) => !isElsewhere(aspect.name))
  return (
    <>
      {listed.length > 0 && (
        <div className={styles.aspects}>
          {listed.map(({ id, aspect }) => (
            <AspectRow
              aspect={aspect}
              key={id}
              onChange={(values) => onChange([[aspectPath(aspect.name), values]])}
              onPaste={pasteBlock(onChange)}
              onRemove={aspects.includes(aspect) ? () => onChange([[aspectPath(aspect.name), undefined]]) : undefined}
              onRename={(next) => {
                rows.rename(aspect.name, next)
                onChange([
                  [aspectPath(aspect.name), undefined],
                  [aspectPath(next), aspect.values],
                ])
              }}
              problems={[
                ...problems.filter(({ path }) => samePath(path, aspectPath(aspect.name))).map(ruleProblem),
                ...refusals.filter(({ path }) => samePath(path, aspectPath(aspect.name))),
              ]}
              suggestions={suggestValues(aspect.name)}
              taken={aspects.map((other) => other.name)}
            />
          ))}
        </div>
      )}
      {children(
        <div className={styles.aspects}>
          <div className={styles.row}>
            <div onPaste={pasteBlock(onChange)}>
              <TextField
                countPlace="inside"
                error={isTaken ? `“${name.trim()}” is already in the list. Add the value there.` : undefined}
                inputRef={nameRef}
                isLabelHidden
                label="Name of a new item specific"
                limit={MAX_ASPECT_NAME_CHARACTERS}
                onChange={setName}
                onSubmit={add}
                placeholder="New name, or paste cells"
                suggestions={suggestions
                  .map((suggestion) => suggestion.name)
                  .filter((each) => !rows.names.includes(each))}
                value={name}
              />
            </div>
            <TextField
              countPlace="inside"
              isLabelHidden
              label="Value of the new item specific"
              limit={maxCharacters}
              onChange={setValue}
              onSubmit={add}
              placeholder="Value"
              suggestions={suggestValues(name.trim())}
              value={value}
            />
            <Button
              disabledReason={
                isTaken
                  ? 'The name is already in the list'
                  : name.trim() === '' || value.trim() === ''
                    ? 'Enter a name and a value first'
                    : undefined
              }
              icon={Plus}
              onPress={add}
            >
              Add
            </Button>
          </div>
        </div>,
        name !== '' || value !== '',
      )}
    </>
  )
}

type NamedRow = {
  readonly id: number
  readonly name: string
}

/** Keeps each aspect's row when its name changes. */
const useRows = (aspects: readonly Aspect[]) => {
  const nextId = useRef(0)
  const kept = useRef<readonly NamedRow[]>([])
  const byName = new Map(aspects.map((aspect) => [aspect.name, aspect]))
  const stayed = kept.current.filter(({ name }) => byName.has(name))
  const known = new Set(stayed.map(({ name }) => name))
  const came = aspects.filter(({ name }) => !known.has(name))
  const rows = [...stayed, ...came.map(({ name }, index) => ({ id: nextId.current + index, name }))]
  useEffect(() => {
    nextId.current = Math.max(nextId.current, ...rows.map(({ id }) => id + 1))
    kept.current = rows
  })
  return {
    names: rows.map(({ name }) => name),
    shown: rows.flatMap(({ id, name }) => {
      const aspect = byName.get(name)
      return aspect === undefined ? [] : [{ id, aspect }]
    }),
    rename: (from: string, to: string) => {
      kept.current = kept.current.map((row) => (row.name === from ? { ...row, name: to } : row))
    },
  }
}

type AspectRowProps = {
  readonly aspect: Aspect
  readonly taken: readonly string[]
  readonly problems: readonly Problem[]
  readonly suggestions: readonly string[] | undefined
  readonly onChange: (values: readonly string[]) => void
  readonly onRename: (name: string) => void
  readonly onPaste: (event: ClipboardEvent) => void
  /** Undefined if the item lacks the aspect. */
  readonly onRemove: (() => void) | undefined
}

const AspectRow = ({ aspect, taken, problems, suggestions, onChange, onRename, onPaste, onRemove }: AspectRowProps) => {
  const maxCharacters = usePlatform().limits.aspectValue
  // A name is applied on blur: while typing it may be empty or taken.
  const [name, setName] = useState<string>()
  const wanted = name?.trim()
  const isTaken = wanted !== undefined && wanted !== aspect.name && taken.includes(wanted)
  const rename = () => {
    if (wanted === undefined || wanted === '' || isTaken) return
    setName(undefined)
    if (wanted !== aspect.name) onRename(wanted)
  }
  const nameError = isTaken
    ? `“${wanted}” is already in the list.`
    : wanted === ''
      ? `An item specific needs a name. “${aspect.name}” stays until you enter another.`
      : undefined
  const isOne = aspect.values.length <= 1
  const onPasteValue = (event: ClipboardEvent, index: number) => {
    const values = parsePastedValues(event.clipboardData.getData('text/plain'))
    if (values.length < 2) return
    event.preventDefault()
    const before = aspect.values.slice(0, index)
    const at = aspect.values[index] ?? ''
    onChange([...before, ...(at === '' ? [] : [at]), ...values, ...aspect.values.slice(index + 1)])
  }

  return (
    <div className={styles.row}>
      <div onPaste={onPaste}>
        <TextField
          countPlace="inside"
          error={nameError}
          isLabelHidden
          label={`Name of ${aspect.name}`}
          limit={MAX_ASPECT_NAME_CHARACTERS}
          onBlur={rename}
          onChange={setName}
          onSubmit={rename}
          value={name ?? aspect.name}
        />
      </div>
      <Stack gap={1}>
        {aspect.values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value has no identity but its place
          <div className={styles.value} key={index} onPaste={(event) => onPasteValue(event, index)}>
            <TextField
              countPlace="inside"
              isLabelHidden
              label={isOne ? aspect.name : `${aspect.name}, value ${index + 1}`}
              limit={maxCharacters}
              onChange={(text) => onChange(aspect.values.with(index, text))}
              suggestions={suggestions?.filter((suggestion) => !aspect.values.includes(suggestion))}
              value={value}
            />
            {!isOne && (
              <IconButton
                icon={X}
                label={`Remove value ${index + 1} of ${aspect.name}`}
                onPress={() => onChange(aspect.values.toSpliced(index, 1))}
                size="s"
              />
            )}
          </div>
        ))}
        {problems.map((problem) => (
          <ProblemLine key={problem.message} problem={problem} />
        ))}
      </Stack>
      <Row gap={1}>
        <IconButton
          icon={Plus}
          isDisabled={aspect.values.includes('')}
          label={`Add a value to ${aspect.name}`}
          onPress={() => onChange([...aspect.values, ''])}
          size="s"
        />
        {onRemove !== undefined && (
          <IconButton icon={Trash2} label={`Remove ${aspect.name}`} onPress={onRemove} size="s" />
        )}
      </Row>
    </div>
  )
}
