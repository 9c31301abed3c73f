/** Changes one column of many items, with a preview of old and new values. */
import { type CSSProperties, useState } from 'react'
import { conditionLabel } from '../../../../shared/connection/conditions.ts'
import type { CellChange } from '../../../../shared/inventory/contract/cells-contract.ts'
import type { ItemSelection } from '../../../../shared/inventory/contract/list-scope.ts'
import { useApiMutation, useApiQuery, useClient } from '../../../api/hooks.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { MutationError } from '../../../ui/feedback/mutation-error.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { doUndoably } from '../../../ui/feedback/undo.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import type { Option } from '../../../ui/fields/option.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { currentLocale, formatCount, formatNumber } from '../../../ui/format/locale-format.ts'
import { parseNumber } from '../../../ui/format/parse-number.ts'
import { startAtDifference } from '../../../ui/format/text-difference.ts'
import { useDebounced } from '../../../ui/hooks/use-debounced.ts'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { Table, type TableColumn } from '../../../ui/lists/table.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { listCellOptions } from '../sheet/item-columns.tsx'
import { PRICE_COLUMN } from '../sheet/sheet-columns.ts'
import { CELLS, toUndoable } from '../undo-cells.ts'
import styles from './change-dialog.module.css'
import { FieldSelect } from './field-select.tsx'

type ChangeWay = 'set' | 'empty' | 'add' | 'subtract' | 'percent' | 'replace'

export type ChangeDialogProps = {
  readonly selection: ItemSelection
  /** Items, and listings made with other tools, which stay unchanged. */
  readonly count: number
  readonly column: string
  readonly way: ChangeWay
  /** Item specifics that the sheet shows. */
  readonly aspects: readonly string[]
  /** Opens the dialog of the prices, which aren't changed here. */
  readonly onPrice: () => void
  readonly onClose: () => void
}

const wayLabels: Readonly<Record<ChangeWay, string>> = {
  set: 'Set to',
  empty: 'Empty the field',
  add: 'Add',
  subtract: 'Subtract',
  percent: 'Change by percent',
  replace: 'Find and replace',
}

const listWays = (column: string, isChoice: boolean): readonly ChangeWay[] => {
  if (column === 'quantity') return ['set', 'add', 'subtract', 'percent', 'empty']
  return isChoice ? ['set', 'empty'] : ['set', 'replace', 'empty']
}

const typedLabels: Readonly<Record<ChangeWay, string>> = {
  set: 'New value',
  empty: '',
  add: 'Number',
  subtract: 'Number',
  percent: 'Percent',
  replace: 'Find',
}

type Typed = { readonly text: string; readonly replacement: string; readonly isCaseSensitive: boolean }

/** Undefined while the input makes no change. */
export const toChange = (way: ChangeWay, { text, ...replace }: Typed): CellChange | undefined => {
  if (way === 'empty') return { by: 'set', text: '' }
  // Spaces can be replaced too.
  if (way === 'replace') return text === '' ? undefined : { by: 'replace', find: text, ...replace }
  if (text.trim() === '') return undefined
  if (way === 'set') return { by: 'set', text }
  const number = parseNumber(text, currentLocale())
  if (number === null) return undefined
  if (way === 'percent') return { by: 'percent', percent: number }
  return Number.isInteger(number) ? { by: 'add', amount: way === 'add' ? number : -number } : undefined
}

/** The items that the change was tried on. What else was chosen are listings made with other tools. */
const itemsIn = ({
  changed,
  unchanged,
  unread,
}: Readonly<Record<'changed' | 'unchanged' | 'unread', number>>): number => changed + unchanged + unread

type PreviewRow = { readonly sku: string; readonly old: string; readonly text: string; readonly problem: string | null }
const keyOf = ({ sku }: PreviewRow): string => sku

const previewColumns = (column: string, options: readonly Option[]): readonly TableColumn<PreviewRow>[] => {
  const show = (text: string) =>
    column === 'condition' ? conditionLabel(text) : (options.find(({ id }) => id === text)?.label ?? text)
  return [
    { id: 'sku', label: 'SKU', width: 'minmax(100px, 1fr)', render: ({ sku }) => <Text mono>{sku}</Text> },
    {
      id: 'old',
      label: 'Old',
      width: 'minmax(120px, 2fr)',
      render: ({ old, text }) => <del title={old}>{startAtDifference(show(old), show(text))[0]}</del>,
    },
    {
      id: 'new',
      label: 'New',
      width: 'minmax(120px, 2fr)',
      render: ({ old, text, problem }) => (
        <span title={problem ?? text}>
          <Text tone={problem === null && text !== '' ? undefined : 'danger'}>
            {text === '' ? 'Emptied' : startAtDifference(show(old), show(text))[1]}
          </Text>
        </span>
      ),
    },
  ]
}

export const ChangeDialog = ({ selection, count, aspects, onPrice, onClose, ...initial }: ChangeDialogProps) => {
  const [column, setColumn] = useState(initial.column)
  const [wantedWay, setWay] = useState(initial.way)
  const [typed, setTyped] = useState<Typed>({ text: '', replacement: '', isCaseSensitive: false })
  const { conditions } = usePlatform()
  const apply = useApiMutation('inventory', 'changeCells')
  const choices = useApiQuery('listing', 'choices', {}).data
  const shop = choices?.refusal === null ? choices : undefined
  const options = listCellOptions(column, conditions, shop)
  const ways = listWays(column, options !== undefined)
  const way = ways.includes(wantedWay) ? wantedWay : (ways[0] ?? 'set')
  const change = toChange(way, typed)
  const many = { selection, column, change: change ?? { by: 'set' as const, text: '' } }
  const shown = useDebounced(many, 200)
  const isTyped = change !== undefined
  const preview = useApiQuery('inventory', 'previewCells', shown, { enabled: isTyped, keepPrevious: true })
  const isCurrent = isTyped && JSON.stringify(shown) === JSON.stringify(many) && !preview.isPlaceholderData
  // Undefined while it is counted.
  const changed = isTyped ? (isCurrent ? preview.data?.changed : undefined) : 0
  const type = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }))
  const client = useClient()
  const submit = () => {
    if (changed === undefined || changed === 0 || apply.isPending) return
    void doUndoably({ label: `${formatCount(changed, 'cell')} changed`, group: CELLS }, async () => {
      const { blockId } = await apply.mutateAsync(many, { onSuccess: onClose })
      return toUndoable(client, blockId)
    }).catch(() => undefined)
  }
  return (
    <Dialog
      submit={{
        label: changed === undefined ? 'Change' : `Change ${formatCount(changed, 'cell')}`,
        disabledReason:
          changed === undefined ? 'The changes aren’t counted yet' : changed === 0 ? 'Nothing changes' : undefined,
        isPending: apply.isPending,
        onPress: submit,
      }}
      onClose={onClose}
      size="l"
      title={`Change ${formatCount(count, 'item')}`}
    >
      <Stack gap={4}>
        <MutationError of={apply} />
        <Row align="end" gap={3} wrap>
          <FieldSelect
            aspects={aspects}
            onChange={(id) => {
              if (id === PRICE_COLUMN) {
                onPrice()
                return
              }
              setColumn(id)
              type({ text: '' })
            }}
            value={column}
          />
          <Select
            label="How"
            onChange={(id) => setWay(ways.find((each) => each === id) ?? 'set')}
            options={ways.map((id) => ({ id, label: wayLabels[id] }))}
            value={way}
          />
          {way === 'empty' ? undefined : options !== undefined ? (
            <Select
              label="New value"
              onChange={(id) => type({ text: id })}
              options={options}
              value={typed.text === '' ? null : typed.text}
            />
          ) : (
            <TextField
              autoFocus
              label={typedLabels[way]}
              onChange={(text) => type({ text })}
              onSubmit={submit}
              value={typed.text}
            />
          )}
          {way === 'replace' && (
            <TextField
              label="Replace with"
              onChange={(replacement) => type({ replacement })}
              onSubmit={submit}
              value={typed.replacement}
            />
          )}
        </Row>
        {way === 'replace' && (
          <Checkbox isSelected={typed.isCaseSensitive} onChange={(isCaseSensitive) => type({ isCaseSensitive })}>
            Match case
          </Checkbox>
        )}
        {isTyped && (
          <QueryView label="The preview" query={preview} skeleton={{ shape: 'table' }}>
            {(found) => (
              <>
                <Text as="p" role="status" tone="soft">
                  {formatCount(found.changed, 'cell changes', 'cells change')}
                  {found.unchanged > 0 && `, ${formatNumber(found.unchanged)} stay the same`}
                  {found.unread > 0 && `, ${formatCount(found.unread, 'item')} not read yet and left unchanged`}
                  {count > itemsIn(found) &&
                    `, ${formatCount(count - itemsIn(found), 'listing')} made with another tool left out: take ${count - itemsIn(found) === 1 ? 'it' : 'them'} over first`}
                  {found.changed > found.rows.length && `. The first ${formatNumber(found.rows.length)} are shown`}.
                  Nothing is sent.
                </Text>
                {found.rows.length > 0 && (
                  <div className={styles.rows} style={{ '--row-count': found.rows.length } as CSSProperties}>
                    <Table
                      columns={previewColumns(column, options ?? [])}
                      getKey={keyOf}
                      items={found.rows}
                      label="Old and new values"
                    />
                  </div>
                )}
              </>
            )}
          </QueryView>
        )}
      </Stack>
    </Dialog>
  )
}
