/** Items or buyers that have conversations in the present view, to look at those of one alone. */
import type { LucideIcon } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import type { Facet, FacetKind, ListSelection } from '../../../shared/messaging/list.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatNumber } from '../../ui/locale-format.ts'
import { Popover } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { viewLabels } from '../messaging-labels.ts'
import styles from './facet-picker.module.css'

const ROW_HEIGHT = 28

const words = {
  item: { search: 'Find an item', list: 'Items', none: 'No conversation here is about an item.' },
  otherParty: { search: 'Find a buyer', list: 'Buyers', none: 'No conversation here names a buyer.' },
} as const

export type FacetPickerProps = {
  readonly kind: FacetKind
  readonly icon: LucideIcon
  readonly label: string
  readonly selection: ListSelection
  readonly onChoose: (value: string) => void
}

export const FacetPicker = ({ kind, icon, label, selection, onChoose }: FacetPickerProps) => (
  <Popover
    label={`${label}, in ${viewLabels[selection.view].toLowerCase()}`}
    placement="bottom end"
    trigger={<IconButton size="s" icon={icon} label={label} isPressed={selection[keyOfKind[kind]] !== null} />}
  >
    {(close) => (
      <Choices
        kind={kind}
        selection={selection}
        onChoose={(value) => {
          close()
          onChoose(value)
        }}
      />
    )}
  </Popover>
)

const keyOfKind = { item: 'itemId', otherParty: 'otherParty' } as const

const facetKey = (facet: Facet): string => facet.value

const Choices = ({ kind, selection, onChoose }: Pick<FacetPickerProps, 'kind' | 'selection' | 'onChoose'>) => {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const listRef = useRef<HTMLDivElement>(null)
  const { rows, head } = useApiRows('messaging', 'facets', { kind, view: selection.view, search })
  const focusList = (): void => listRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()

  const body = () => {
    if (head.data === undefined) {
      return head.error === null ? (
        <LoadingState
          label={`Loading ${words[kind].list.toLowerCase()}`}
          shape="table"
          count={5}
          rowHeight={ROW_HEIGHT}
        />
      ) : (
        <ErrorState
          what={`${words[kind].list} could not be read`}
          why={head.error.detail.message}
          whatToDo="Try again."
          onRetry={() => void head.refetch()}
        />
      )
    }
    if (rows.count === 0) {
      return <p className={styles.none}>{search === '' ? words[kind].none : `Nothing here contains "${search}".`}</p>
    }
    return (
      <VirtualList
        label={words[kind].list}
        items={rows}
        getKey={facetKey}
        rowHeight={ROW_HEIGHT}
        selectedKey={selection[keyOfKind[kind]]}
        selectionFollowsFocus={false}
        onSelect={onChoose}
        renderRow={(facet) => (
          <div className={styles.row}>
            <bdi className={styles.value}>{facet.value}</bdi>
            <span className={styles.count}>{formatNumber(facet.count)}</span>
          </div>
        )}
      />
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow key leads from the search into the list, as Tab does
    <div
      className={styles.picker}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        focusList()
      }}
    >
      <SearchField label={words[kind].search} value={typed} onChange={setTyped} onSubmit={focusList} autoFocus />
      <div className={styles.list} ref={listRef}>
        {body()}
      </div>
    </div>
  )
}
