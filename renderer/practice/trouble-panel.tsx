/** Break the network: a switch for each trouble, and a form for any other. */
import { useState } from 'react'
import { type FaultKind, faultKinds, type PracticeFault } from '../../shared/practice/contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { ComboBox } from '../ui/combo-box.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'
import styles from './practice.module.css'
import { Said } from './said.tsx'
import { faultWords, isFaultOf, networkTroubles, notificationTroubles, type Trouble } from './troubles.ts'
import { useRemembered } from './use-remembered.ts'

type TroublePanelProps = { readonly faults: readonly PracticeFault[]; readonly onDone: () => void }

export function TroublePanel({ faults, onDone }: TroublePanelProps) {
  const set = useApiMutation('practice', 'setFault')
  const clear = useApiMutation('practice', 'clearFaults')
  const [isOpen, setIsOpen] = useState(false)

  const turn = (trouble: Trouble, isOn: boolean): void => {
    const { operation, fault, value } = trouble
    if (isOn) set.mutate({ operation, fault, ...(value === undefined ? {} : { value }) }, { onSuccess: onDone })
    else clear.mutate({ operation, fault }, { onSuccess: onDone })
  }
  const switchOf = (trouble: Trouble) => (
    <Switch
      description={trouble.description}
      isSelected={faults.some((fault) => isFaultOf(trouble, fault))}
      key={trouble.id}
      onChange={(isOn) => turn(trouble, isOn)}
    >
      {trouble.label}
    </Switch>
  )
  const switched = [...networkTroubles, ...notificationTroubles]
  const others = faults.filter((fault) => !switched.some((trouble) => isFaultOf(trouble, fault)))

  return (
    <Panel
      acts={
        faults.length > 0 && (
          <Button isPending={clear.isPending} onPress={() => clear.mutate({}, { onSuccess: onDone })} size="s">
            Mend everything
          </Button>
        )
      }
      description="Nothing you typed may be lost, whatever you do here."
      isRaised
      title="Break the network"
    >
      <div className={styles.switches}>{networkTroubles.map(switchOf)}</div>
      <span className={styles.subhead}>What the platform tells us</span>
      <div className={styles.switches}>{notificationTroubles.map(switchOf)}</div>
      {others.length > 0 && (
        <ul aria-label="Other troubles" className={styles.faults}>
          {others.map((fault) => (
            <li className={styles.fault} key={`${fault.operation} ${fault.fault}`}>
              <span>{faultWords(fault)}</span>
              <Button
                aria-label={`Mend ${faultWords(fault)}`}
                onPress={() => clear.mutate({ operation: fault.operation, fault: fault.fault }, { onSuccess: onDone })}
                size="s"
                variant="quiet"
              >
                Mend
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <OtherTrouble
          error={set.error?.message}
          isPending={set.isPending}
          onMake={(wish) => set.mutate(wish, { onSuccess: onDone })}
        />
      ) : (
        <div className={styles.acts}>
          <Button onPress={() => setIsOpen(true)} size="s">
            Another trouble
          </Button>
          <Said error={set.error ?? clear.error} />
        </div>
      )}
    </Panel>
  )
}

const faultOptions: readonly { readonly id: FaultKind; readonly label: string }[] = [
  { id: 'offline', label: 'It does not answer' },
  { id: 'latencyMs', label: 'Its answer waits' },
  { id: 'status', label: 'It answers with an error' },
  { id: 'dropBeforeActing', label: 'The line breaks before it acts' },
  { id: 'dropAfterActing', label: 'It acts, then the line breaks' },
  { id: 'cutBody', label: 'It acts, its answer breaks off' },
]

/** The numbers a fault can have; the others have none. */
const numberOf: Readonly<
  Partial<
    Record<
      FaultKind,
      {
        readonly label: string
        readonly unit: string
        readonly initial: number
        readonly min: number
        readonly max: number
      }
    >
  >
> = {
  latencyMs: { label: 'How long', unit: 'ms', initial: 1_000, min: 0, max: 600_000 },
  status: { label: 'HTTP status', unit: '', initial: 503, min: 400, max: 599 },
}

const places = [
  'all',
  ...['oauth', 'messaging', 'inventory', 'mapping', 'notifications', 'trading', 'pictures'],
  ...['getConversations', 'getConversation', 'sendMessage', 'getInventoryItem', 'createOrReplaceInventoryItem'],
  ...['startListingPreviewsCreation', 'listingPreviewsCreationTaskById', 'getPublicKey'],
].map((place) => ({ id: place, label: place }))

type Wish = {
  readonly operation: string
  readonly fault: FaultKind
  readonly value?: number
  readonly count?: number
}
type OtherTroubleProps = {
  readonly onMake: (wish: Wish) => void
  readonly isPending: boolean
  readonly error: string | undefined
}

function OtherTrouble({ onMake, isPending, error }: OtherTroubleProps) {
  const [operation, setOperation] = useRemembered('trouble.operation', 'messaging')
  const [fault, setFault] = useRemembered<FaultKind>('trouble.fault', 'status')
  const [value, setValue] = useRemembered<number | null>('trouble.value', 503)
  const [count, setCount] = useRemembered<number | null>('trouble.count', 1)
  const number = numberOf[fault]
  const valueIsGood =
    number === undefined || (value !== null && Number.isInteger(value) && value >= number.min && value <= number.max)
  const countIsGood = count === null || (Number.isInteger(count) && count >= 1 && count <= 1_000)
  const isGood = operation.trim() !== '' && valueIsGood && countIsGood

  return (
    <div className={styles.form}>
      <div className={styles.pair}>
        <ComboBox
          allowsCustomValue
          description="all, a service, or an operation as the documents name it."
          label="Where"
          onChange={setOperation}
          options={places}
          value={operation}
        />
        <Select
          label="What goes wrong"
          onChange={(id) => {
            const next = faultKinds.find((kind) => kind === id) ?? 'status'
            setFault(next)
            setValue(numberOf[next]?.initial ?? null)
          }}
          options={faultOptions}
          value={fault}
        />
        {number !== undefined && (
          <NumberField
            error={valueIsGood ? undefined : `A whole number from ${number.min} to ${number.max}.`}
            label={number.label}
            max={number.max}
            min={number.min}
            onChange={setValue}
            unit={number.unit}
            value={value}
          />
        )}
        <NumberField
          description="Empty: until it is mended."
          error={countIsGood ? undefined : 'A whole number from 1 to 1000, or nothing.'}
          label="How often"
          max={1_000}
          min={1}
          onChange={setCount}
          value={count}
        />
      </div>
      <div className={styles.acts}>
        <Button
          disabledReason="Say where it goes wrong, with numbers in range."
          isDisabled={!isGood}
          isPending={isPending}
          onPress={() =>
            onMake({
              operation: operation.trim(),
              fault,
              ...(number === undefined || value === null ? {} : { value }),
              ...(count === null ? {} : { count }),
            })
          }
        >
          Make this trouble
        </Button>
        {error !== undefined && (
          <span className={styles.wrong} role="status">
            {error}
          </span>
        )}
      </div>
    </div>
  )
}
