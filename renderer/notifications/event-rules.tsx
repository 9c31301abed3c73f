/** The six rules for a receiver, each with its own words and how this event kept it; what was broken stands first. */
import type { EventPage } from '../../shared/notifications/log-contract.ts'
import { type RuleGrade, receiverRules } from '../../shared/notifications/receiver-rules.ts'
import { Badge } from '../ui/badge.tsx'
import styles from './event.module.css'

const verdictWords = {
  kept: { word: 'Kept', tone: 'good' },
  broken: { word: 'Broken', tone: 'danger' },
  notKnown: { word: 'Not known', tone: 'info' },
  notApplicable: { word: 'Does not apply', tone: 'neutral' },
} as const

const brokenBy = { sender: 'Broken by whoever sent it.', receiver: 'Broken by this receiver.' } as const

/** `5 of 6 kept`, `1 broken`: the grade of an event in a few words. */
export const gradeWords = (rules: readonly RuleGrade[]): string => {
  const count = (verdict: RuleGrade['verdict']): number => rules.filter((rule) => rule.verdict === verdict).length
  const applying = rules.length - count('notApplicable')
  const broken = count('broken')
  const kept = `${count('kept')} of ${applying} kept`
  return broken === 0 ? kept : `${kept}, ${broken} broken`
}

export const EventRules = ({ rules }: { readonly rules: EventPage['rules'] }) => {
  const graded = receiverRules.flatMap((rule) => {
    const grade = rules.find((each) => each.number === rule.number)
    return grade === undefined ? [] : [{ ...rule, grade }]
  })
  const inOrder = graded.toSorted(
    (one, other) => Number(other.grade.verdict === 'broken') - Number(one.grade.verdict === 'broken'),
  )
  return (
    <>
      <p className={styles.soft}>The rules for a receiver, document 3, section 6: {gradeWords(rules)}.</p>
      <ul aria-label="Receiver rules" className={styles.rules}>
        {inOrder.map(({ number, title, text, grade }) => (
          <li className={styles.rule} key={number}>
            <span className={styles.verdict}>
              <Badge tone={verdictWords[grade.verdict].tone}>{verdictWords[grade.verdict].word}</Badge>
            </span>
            <div>
              <strong>
                Rule {number}: {title}
              </strong>
              <p className={styles.why}>
                {grade.by !== null && `${brokenBy[grade.by]} `}
                {grade.why}
              </p>
              <details className={styles.words}>
                <summary>What the rule says</summary>
                <p>{text}</p>
              </details>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
