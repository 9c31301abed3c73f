/** How the platform tells something: once and rightly, or as badly as platforms do now and then. */
import { Checkbox } from '../ui/checkbox.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { Select } from '../ui/select.tsx'
import { type HowTold, heardOptions, limits, problemOf, wordsOf } from './how-told.ts'
import styles from './practice.module.css'

export function HowToldFields({ how, onChange }: { readonly how: HowTold; readonly onChange: (how: HowTold) => void }) {
  const problem = problemOf(how)
  const put = (change: Partial<HowTold>): void => onChange({ ...how, ...change })
  return (
    <details className={styles.more}>
      <summary>
        Make it difficult <span className={styles.difficulty}>{problem ?? wordsOf(how)}</span>
      </summary>
      <div className={styles.form}>
        <div className={styles.triple}>
          <NumberField
            description="All at once."
            label="How many"
            max={limits.count}
            min={1}
            onChange={(count) => put({ count })}
            value={how.count}
          />
          <NumberField
            description="In the same words."
            label="Each told, times"
            max={limits.times}
            min={1}
            onChange={(times) => put({ times })}
            value={how.times}
          />
          <NumberField
            description="On the practice clock."
            label="Late by"
            max={limits.delayS}
            min={0}
            onChange={(delayS) => put({ delayS })}
            unit="s"
            value={how.delayS}
          />
        </div>
        <div className={styles.pair}>
          <Select
            description="Stallhand answers 200; this is what comes of it."
            label="The platform hears"
            onChange={(id) => put({ hears: heardOptions.find((option) => option.id === id)?.id ?? 'answer' })}
            options={heardOptions}
            value={how.hears}
          />
          {how.hears !== 'answer' && (
            <NumberField
              description="Then it hears the answer."
              label="So often"
              max={limits.attempts}
              min={1}
              onChange={(attempts) => put({ attempts })}
              value={how.attempts}
            />
          )}
        </div>
        <Checkbox
          description="It must be held apart and never believed."
          isSelected={how.isForged}
          onChange={(isForged) => put({ isForged })}
        >
          Forge the signature
        </Checkbox>
      </div>
    </details>
  )
}
