import type { NominationQuestion, OwnNomination } from '#contract/schemas/nominations.ts'
import css from './nominations.module.css'

/** The answers of a nomination below their questions; nothing without an answer. */
export function AnswerList({
  questions,
  nomination: { answers, values },
}: {
  questions: NominationQuestion[]
  nomination: Pick<OwnNomination, 'answers' | 'values'>
}) {
  const textOf = (question: NominationQuestion, answer: string) => {
    if (question.kind !== 'value') return answer
    const value = values.find(({ id }) => id === answer)
    return value ? `${value.emoji} ${value.name}` : ''
  }
  const given = questions.flatMap((question, index) => {
    const answer = answers[index]
    const text = answer ? textOf(question, answer) : ''
    return text ? [{ label: question.label, text }] : []
  })
  if (!given.length) return null
  return (
    <dl className={css['answers']}>
      {given.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
