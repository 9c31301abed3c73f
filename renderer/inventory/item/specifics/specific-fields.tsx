/** The specifics that the item's category knows, as plain fields: what is typed counts at once (LST-06). */
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type Aspect, aspectPath } from '../../../../shared/inventory/item.ts'
import { samePath } from '../../../../shared/inventory/json.ts'
import { isSameSpecific } from '../../../../shared/inventory/same-specific.ts'
import type { CategoryAspect } from '../../../../shared/listing/contract/choices-contract.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { MoreGroup } from '../../../parts/fields/more-group.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { Problem } from '../../../ui/feedback/why-link.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { formatCount } from '../../../ui/format/locale-format.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { ruleProblem } from '../../item-labels.ts'
import fieldStyles from '../fields/fields.module.css'
import { ProblemLine } from '../problem-line.tsx'
import styles from './aspects-editor.module.css'
import { AspectsEditor, type AspectsEditorProps } from './aspects-editor.tsx'

const NOT_SET = ''

type SpecificFieldProps = {
  readonly specific: CategoryAspect
  /** As the item names it. */
  readonly name: string
  readonly values: readonly string[]
  readonly suggestions: readonly string[]
  readonly problems: readonly Problem[]
  /** What the catalog says, while the field is empty; undefined if it says nothing. */
  readonly suggested: string | undefined
  readonly onUse: () => void
  /** Undefined: no value is left. */
  readonly onChange: (values: readonly string[] | undefined) => void
}

const SpecificField = ({
  specific,
  name,
  values,
  suggestions,
  problems,
  suggested,
  onUse,
  onChange,
}: SpecificFieldProps) => {
  const { isFreeText, isRequired, takesSeveral } = specific
  const maxCharacters = usePlatform().limits.aspectValue
  const shown = values.length === 0 ? [''] : values
  const isOne = shown.length === 1
  const write = (index: number, text: string): void =>
    onChange(isOne && text === '' ? undefined : shown.with(index, text))
  return (
    <div data-aspect={name}>
      <Stack gap={1}>
        {shown.map((value, index) => {
          const own = { isRequired: isRequired && index === 0, label: isOne ? name : `${name}, value ${index + 1}` }
          const canAdd = takesSeveral && index === shown.length - 1 && !shown.includes('')
          const isOther = value !== '' && !specific.values.includes(value)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a value has no identity but its place
            <div className={styles.value} data-suggested={suggested === undefined ? undefined : ''} key={index}>
              {isFreeText ? (
                <TextField
                  {...own}
                  countPlace="inside"
                  limit={maxCharacters}
                  onChange={(text) => write(index, text)}
                  placeholder={suggested}
                  suggestions={suggestions.filter((suggestion) => !values.includes(suggestion))}
                  value={value}
                />
              ) : (
                <Select
                  {...own}
                  onChange={(id) => write(index, id)}
                  options={[
                    { id: NOT_SET, label: suggested === undefined ? 'Not set' : `${suggested}?` },
                    ...specific.values.map((each) => ({ id: each, label: each })),
                    ...(isOther ? [{ id: value, label: `${value} (not in this category)` }] : []),
                  ]}
                  value={value}
                />
              )}
              {suggested !== undefined && (
                <Button aria-label={`Use ${name}: ${suggested}`} onPress={onUse} size="s" variant="quiet">
                  Use
                </Button>
              )}
              {(!isOne || canAdd) && (
                <Row gap={1}>
                  {!isOne && (
                    <IconButton
                      icon={X}
                      label={`Remove value ${index + 1} of ${name}`}
                      onPress={() => onChange(shown.toSpliced(index, 1))}
                      size="s"
                    />
                  )}
                  {canAdd && (
                    <IconButton
                      icon={Plus}
                      label={`Add a value to ${name}`}
                      onPress={() => onChange([...shown, ''])}
                      size="s"
                    />
                  )}
                </Row>
              )}
            </div>
          )
        })}
        {problems.map((problem) => (
          <ProblemLine key={problem.message} problem={problem} />
        ))}
      </Stack>
    </div>
  )
}

type SpecificFieldsProps = Omit<AspectsEditorProps, 'isElsewhere' | 'children'> & {
  /** What the catalog says about specifics without a value. */
  readonly suggested: readonly Aspect[]
  /** Takes the suggestion for a specific. */
  readonly onUse: (name: string) => void
  /** Undefined until it is known. */
  readonly category: Category | undefined
}

type Category = { readonly categoryId: string; readonly aspects: readonly CategoryAspect[] }

const hasValue = (aspects: readonly Aspect[], name: string): boolean =>
  aspects.some((aspect) => isSameSpecific(aspect.name, name) && aspect.values.length > 0)

/** The category whose fields are shown, and the specifics that stay first when they get or lose a value. */
type Shown = { readonly of: Category | undefined; readonly first: ReadonlySet<string> }

const show = (of: Category | undefined, aspects: readonly Aspect[]): Shown => ({
  of,
  first: new Set(
    of?.aspects.flatMap(({ name, isRequired }) => (isRequired || hasValue(aspects, name) ? [name] : [])) ?? [],
  ),
})

const isTextField = (element: Element): boolean => element.matches('input, textarea')

/** Another category’s fields appear only once the caret has left, so that the field with the caret isn’t replaced. */
export const SpecificFields = ({ category: known, suggested, onUse, ...props }: SpecificFieldsProps) => {
  const { aspects, problems, refusals, suggestions, onChange } = props
  const [shown, setShown] = useState(() => show(known, aspects))
  const [hasCaret, setHasCaret] = useState(false)
  const isCurrent = shown.of?.categoryId === known?.categoryId
  if (!isCurrent && !hasCaret) setShown(show(known, aspects))
  const { categoryId, aspects: category = [] } = (isCurrent ? known : shown.of) ?? {}
  const suggestedFor = (name: string): Aspect | undefined => suggested.find((one) => isSameSpecific(one.name, name))
  const isFirst = ({ name }: CategoryAspect): boolean => shown.first.has(name) || suggestedFor(name) !== undefined
  const more = category.filter((one) => !isFirst(one))
  const problemsOf = (name: string): readonly Problem[] => [
    ...problems.filter(({ path }) => samePath(path, aspectPath(name))).map(ruleProblem),
    ...refusals.filter(({ path }) => samePath(path, aspectPath(name))),
  ]
  const fields = (some: readonly CategoryAspect[]) => (
    <div className={fieldStyles.pair}>
      {some.map((specific) => {
        const aspect = aspects.find((each) => isSameSpecific(each.name, specific.name))
        const name = aspect?.name ?? specific.name
        return (
          <SpecificField
            key={specific.name}
            name={name}
            onChange={(values) => onChange([[aspectPath(name), values]])}
            onUse={() => {
              // It stays where it was taken.
              setShown({ ...shown, first: new Set([...shown.first, specific.name]) })
              onUse(specific.name)
            }}
            problems={problemsOf(name)}
            specific={specific}
            suggested={suggestedFor(specific.name)?.values.join(', ')}
            suggestions={suggestions.find((each) => each.name === specific.name)?.values ?? []}
            values={aspect?.values ?? []}
          />
        )
      })}
    </div>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes whether a field within has the caret
    <div
      // The field keeps the caret while another window has the focus.
      onBlur={({ target, relatedTarget }) =>
        setHasCaret(relatedTarget === null && document.activeElement === target && isTextField(target))
      }
      onFocus={({ target }) => setHasCaret(isTextField(target))}
    >
      <Stack gap={3}>
        {category.some(isFirst) && fields(category.filter(isFirst))}
        <AspectsEditor {...props} isElsewhere={(name) => category.some((each) => isSameSpecific(each.name, name))}>
          {(newRow, isTyped) => (
            <MoreGroup
              key={categoryId}
              isNeeded={isTyped || more.some(({ name }) => problemsOf(name).length > 0)}
              isOpenAtFirst={category.length === 0 && aspects.length > 0}
              label={more.length === 0 ? 'Other details' : formatCount(more.length, 'more detail')}
            >
              {more.length > 0 && fields(more)}
              {newRow}
            </MoreGroup>
          )}
        </AspectsEditor>
      </Stack>
    </div>
  )
}
