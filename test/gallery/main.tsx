/** Shows every component of `renderer/ui` in its states. `npm run gallery` serves this page; `gallery.spec.ts` tests it. */
import '../../renderer/ui/base/base.ts'
import './gallery.css'
import { Archive, Inbox, Moon, Package, Trash2 } from 'lucide-react'
import { type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ConnectionBand } from '../../renderer/shell/connection-band.tsx'
import { Button } from '../../renderer/ui/buttons/button.tsx'
import { CopyButton } from '../../renderer/ui/buttons/copy-button.tsx'
import { IconButton } from '../../renderer/ui/buttons/icon-button.tsx'
import { SendingContext } from '../../renderer/ui/buttons/sending.tsx'
import { CodeBlock } from '../../renderer/ui/code/code-block.tsx'
import { CodeField } from '../../renderer/ui/code/code-field.tsx'
import { Badge } from '../../renderer/ui/display/badge.tsx'
import { DiffText } from '../../renderer/ui/display/diff-text.tsx'
import { Kbd } from '../../renderer/ui/display/kbd.tsx'
import { KeyValue } from '../../renderer/ui/display/key-value.tsx'
import { RelativeTime } from '../../renderer/ui/display/relative-time.tsx'
import { Banner } from '../../renderer/ui/feedback/banner.tsx'
import { MutationError } from '../../renderer/ui/feedback/mutation-error.tsx'
import { Progress } from '../../renderer/ui/feedback/progress.tsx'
import { QueryView } from '../../renderer/ui/feedback/query-view.tsx'
import { Skeleton } from '../../renderer/ui/feedback/skeleton.tsx'
import { Spinner } from '../../renderer/ui/feedback/spinner.tsx'
import { EmptyState, ErrorState, NoResults } from '../../renderer/ui/feedback/states.tsx'
import { ToastRegion, toast } from '../../renderer/ui/feedback/toast.tsx'
import { Checkbox } from '../../renderer/ui/fields/checkbox.tsx'
import { ComboBox } from '../../renderer/ui/fields/combo-box.tsx'
import { NumberField } from '../../renderer/ui/fields/number-field.tsx'
import { RadioGroup } from '../../renderer/ui/fields/radio-group.tsx'
import { SearchField } from '../../renderer/ui/fields/search-field.tsx'
import { Select } from '../../renderer/ui/fields/select.tsx'
import { Switch } from '../../renderer/ui/fields/switch.tsx'
import { TextArea } from '../../renderer/ui/fields/text-area.tsx'
import { TextField } from '../../renderer/ui/fields/text-field.tsx'
import { Heading } from '../../renderer/ui/layout/heading-level.tsx'
import { Row, Stack, Text } from '../../renderer/ui/layout/layout.tsx'
import { Panel } from '../../renderer/ui/layout/panel.tsx'
import { StatusBar, StatusSlot } from '../../renderer/ui/layout/status-bar.tsx'
import { Tabs } from '../../renderer/ui/layout/tabs.tsx'
import { SortableList } from '../../renderer/ui/lists/sortable-list.tsx'
import { Table } from '../../renderer/ui/lists/table.tsx'
import { VirtualList } from '../../renderer/ui/lists/virtual-list.tsx'
import { ConfirmDialog, Dialog } from '../../renderer/ui/overlays/dialog.tsx'
import { Menu } from '../../renderer/ui/overlays/menu.tsx'
import { Popover } from '../../renderer/ui/overlays/popover.tsx'
import type { ConnectionKind } from '../../shared/connection/profile.ts'

const nothing = (): void => undefined
const now = Date.UTC(2026, 4, 4, 12)
const tones = ['neutral', 'accent', 'good', 'info', 'caution', 'danger'] as const
const conditions = [
  { id: 'NEW', label: 'New' },
  { id: 'USED_GOOD', label: 'Used, good', description: 'Works, shows wear' },
  { id: 'FOR_PARTS', label: 'For parts', isDisabled: true },
]
const kinds = [
  { id: 'practice', label: 'Practice' },
  { id: 'sandbox', label: 'Sandbox' },
  { id: 'production', label: 'Production' },
]
const items = Array.from({ length: 1_000 }, (_, index) => ({ id: `SKU-${index}`, title: `Item ${index}` }))

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title}>
    <Heading>{title}</Heading>
    {children}
  </section>
)

/** A control keeps its own value, so that a test can use it. */
const Held = <Value,>({
  initial,
  children,
}: {
  readonly initial: Value
  readonly children: (value: Value, set: (value: Value) => void) => ReactNode
}) => {
  const [value, set] = useState(initial)
  return children(value, set)
}

const Buttons = () => {
  const [presses, setPresses] = useState(0)
  return (
    <Section title="Buttons">
      <Row wrap>
        <Button onPress={() => setPresses(presses + 1)} variant="primary">
          Save
        </Button>
        <Button icon={Archive}>Archive</Button>
        <Button variant="quiet">Cancel</Button>
        <Button icon={Trash2} variant="danger">
          Delete
        </Button>
        <Button isPending onPress={() => setPresses(presses + 1)}>
          Saving
        </Button>
        <Button disabledReason="Sign in first" onPress={() => setPresses(presses + 1)}>
          Send
        </Button>
        <SendingContext value={{ kind: 'production', kindLabel: 'Production', lock: undefined }}>
          <Button sends variant="primary">
            Send
          </Button>
        </SendingContext>
        <IconButton icon={Moon} isPressed label="Dark theme" />
        <CopyButton label="Copy" text="CAM-0101" />
        <Spinner />
      </Row>
      <p>
        Pressed <output>{presses}</output>
      </p>
    </Section>
  )
}

const Fields = () => (
  <Section title="Fields">
    <Held initial="">
      {(value, set) => (
        <TextField description="Shown to buyers" label="Title" limit={10} onChange={set} value={value} />
      )}
    </Held>
    <TextField error="Enter a SKU of letters and digits." isRequired label="SKU" onChange={nothing} value="a b" />
    <Held initial="">{(value, set) => <TextArea label="Reply" onChange={set} value={value} />}</Held>
    <Held<number | null> initial={2}>
      {(value, set) => <NumberField label="Quantity" max={5} min={0} onChange={set} value={value} />}
    </Held>
    <Held<string | null> initial="NEW">
      {(value, set) => <Select label="Condition" onChange={set} options={conditions} value={value} />}
    </Held>
    <Held initial="">
      {(value, set) => <ComboBox allowsCustomValue label="Aspect" onChange={set} options={conditions} value={value} />}
    </Held>
    <Held<string | null> initial="NEW">
      {(value, set) => <RadioGroup label="Keep" onChange={set} options={conditions} value={value} />}
    </Held>
    <Held initial="">{(value, set) => <SearchField keys="/" label="Search items" onChange={set} value={value} />}</Held>
    <Row>
      <Held initial={false}>
        {(value, set) => (
          <Checkbox isSelected={value} onChange={set}>
            Copy to my mail
          </Checkbox>
        )}
      </Held>
      <Held initial={true}>
        {(value, set) => (
          <Switch isSelected={value} onChange={set}>
            Notify me
          </Switch>
        )}
      </Held>
    </Row>
    <CodeField label="Filter" language="json" onChange={nothing} value={'{ "type": "object" }'} />
  </Section>
)

const Messages = () => (
  <Section title="Messages">
    <Row wrap>
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Kbd keys="Mod+K" />
      <RelativeTime at={now - 3_600_000} now={now} />
    </Row>
    {tones.map((tone) => (
      <Banner key={tone} title={`A ${tone} banner`} tone={tone}>
        What happened, and what to do.
      </Banner>
    ))}
    <MutationError of={{ error: new Error('The disk is full.'), reset: nothing }} title="Not saved" />
    <Row>
      <Button onPress={() => toast({ text: 'Archived 2 conversations', action: { label: 'Undo', onPress: nothing } })}>
        Show a toast
      </Button>
    </Row>
    <Held<string | null> initial="production">
      {(kind, set) => (
        <>
          <RadioGroup layout="row" label="Kind of connection" onChange={set} options={kinds} value={kind} />
          <ConnectionBand kind={(kind ?? 'production') as ConnectionKind}>Where messages go</ConnectionBand>
        </>
      )}
    </Held>
  </Section>
)

const States = () => {
  const query = { data: undefined, error: null, isFetching: false, dataUpdatedAt: now, refetch: nothing }
  const failed = { ...query, error: new Error('The disk is full.') }
  return (
    <Section title="States">
      <EmptyState
        action={{ label: 'Add by SKU', onPress: nothing }}
        heading="No items yet"
        icon={Package}
        text="Add one."
      />
      <NoResults heading="No results" onClear={nothing} text="No item matches the search." />
      <ErrorState onRetry={nothing} what="Couldn’t load items" whatToDo="Free some space." why="The disk is full." />
      <QueryView label="Failed list" query={failed}>
        {() => null}
      </QueryView>
      <QueryView label="Old list" query={{ ...failed, data: 'Old rows' }}>
        {(data) => <Text as="p">{data}</Text>}
      </QueryView>
      <Skeleton count={2} shape="rows" />
    </Section>
  )
}

const Overlays = () => {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const [deletions, setDeletions] = useState(0)
  const close = (): void => setOpen(null)
  return (
    <Section title="Overlays">
      <Row wrap>
        <Button onPress={() => setOpen('dialog')}>Open a dialog</Button>
        <Button onPress={() => setOpen('confirm')}>Delete an item</Button>
        <Menu
          actions={[
            { id: 'archive', label: 'Archive', onPress: nothing, icon: Archive },
            'separator',
            {
              id: 'delete',
              label: 'Delete',
              onPress: nothing,
              tone: 'danger',
            },
          ]}
          label="More"
          trigger={<Button>More</Button>}
        />
        <Popover label="About this list" trigger={<Button>About</Button>}>
          <Text as="p">120 conversations</Text>
        </Popover>
      </Row>
      <p>
        Deleted <output>{deletions}</output>
      </p>
      <Dialog isOpen={open === 'dialog'} onClose={close} title="Rename">
        <TextField label="Name" onChange={nothing} value="Kestrel 35" />
      </Dialog>
      <ConfirmDialog
        confirmLabel="Delete"
        consequence="Kestrel 35 is deleted. This can’t be undone."
        isOpen={open === 'confirm'}
        onClose={close}
        onConfirm={() => {
          setDeletions(deletions + 1)
          close()
        }}
        title="Delete Kestrel 35?"
      />
    </Section>
  )
}

const Data = () => {
  const [selected, setSelected] = useState<string | null>(null)
  const [tab, setTab] = useState('fields')
  const [order, setOrder] = useState(['First', 'Second', 'Third'])
  return (
    <Section title="Data">
      <Panel description="What the platform has" title="Item">
        <KeyValue
          facts={[
            { label: 'SKU', value: 'CAM-0101', isMono: true, copyText: 'CAM-0101' },
            { label: 'Stock', value: '3' },
          ]}
        />
      </Panel>
      <Progress detail="12 of 60" label="Saving items" max={60} onPause={nothing} onStop={nothing} value={12} />
      <DiffText
        segments={[
          { change: 'same', text: 'Kestrel ' },
          { change: 'removed', text: '35' },
          { change: 'added', text: '35 mm' },
        ]}
        side="new"
      />
      <CodeBlock label="Request" text={'{ "sku": "CAM-0101" }'} />
      <Tabs
        label="Item"
        onChange={setTab}
        selected={tab}
        tabs={[
          { id: 'fields', label: 'Fields', content: <p>The fields</p> },
          { id: 'history', label: 'History', count: 3, content: <p>The history</p> },
        ]}
      />
      <SortableList
        items={order}
        keyOf={(name) => name}
        label="Pictures"
        nameOf={(name) => name}
        onMove={(from, to) => setOrder(order.toSpliced(from, 1).toSpliced(to, 0, order[from] ?? ''))}
        renderItem={(name, _index, handle) => (
          <Row>
            {handle}
            <span>{name}</span>
          </Row>
        )}
      />
      <div style={{ blockSize: 200 }}>
        <VirtualList
          getKey={({ id }) => id}
          items={items}
          label="Items"
          onSelect={setSelected}
          renderRow={({ title }) => <Text>{title}</Text>}
          rowHeight={32}
          selectedKey={selected}
        />
      </div>
      <p>
        Selected <output>{selected ?? 'nothing'}</output>
      </p>
      <div style={{ blockSize: 200 }}>
        <Table
          columns={[
            { id: 'id', label: 'SKU', width: '120px', render: ({ id }) => id },
            { id: 'title', label: 'Title', width: '1fr', render: ({ title }) => title },
          ]}
          getKey={({ id }) => id}
          items={items}
          label="Item table"
        />
      </div>
      <StatusBar end={<StatusSlot>Changes 0 of 250</StatusSlot>} news={<ToastRegion />}>
        <StatusSlot tone="good">Online</StatusSlot>
      </StatusBar>
      <Stack>
        <Row>
          <Inbox aria-hidden="true" size={16} />
          <Text strong>Two of a kind</Text>
        </Row>
      </Stack>
    </Section>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no root element')
createRoot(root).render(
  <StrictMode>
    <main className="gallery">
      <h1>Components</h1>
      <Buttons />
      <Fields />
      <Messages />
      <States />
      <Overlays />
      <Data />
    </main>
  </StrictMode>,
)
