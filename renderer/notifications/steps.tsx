/** The steps of a registration, each with its state and what it found or did. */
import type { Registration } from '../../shared/notifications/registration.ts'
import { Badge } from '../ui/badge.tsx'
import styles from './notifications.module.css'
import { stepNames, stepTones } from './words.ts'

export const Steps = ({ registration }: { readonly registration: Registration }) => (
  <ol aria-label="Steps of the registration" className={styles.steps}>
    {registration.steps.map(({ name, state, message: words }) => (
      <li className={styles.step} key={name}>
        <Badge tone={stepTones[state].tone}>{stepTones[state].word}</Badge>
        <span>
          <strong>{stepNames[name]}.</strong> {words}
        </span>
      </li>
    ))}
  </ol>
)
