import { useTranslation } from '#web/lib/translate.ts'
import { type RoundIdea, roundIdeas } from './round-ideas.ts'
import css from './nominations.module.css'
import { describePoints } from './describe-round.ts'

/** Rounds to start from. Choosing one fills the form. */
export function RoundIdeas({ onChoose }: { onChoose: (idea: RoundIdea) => void }) {
  const { t } = useTranslation('organization')
  return (
    <section>
      <h2 className={css['heading']}>{t('nominations.ideas.title')}</h2>
      <ul className={css['ideas']}>
        {roundIdeas.map((idea) => (
          <li key={idea.key}>
            <button type="button" className={`plain ${css['idea']}`} onClick={() => onChoose(idea)}>
              <span className={css['tile']} aria-hidden="true">
                {idea.emoji}
              </span>
              <b>{t(`nominations.ideas.${idea.key}.name`)}</b>
              <span>{t(`nominations.ideas.${idea.key}.text`)}</span>
              <small>
                {t(`nominations.decides.${idea.decision}`)}
                {' · '}
                {describePoints(t, idea)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
