import { useTranslation } from '#web/lib/translate.ts'
import { type AwardIdea, awardIdeas } from './award-ideas.ts'
import css from './awards.module.css'
import { describePoints } from './describe-award.ts'

/** Awards to start from. Choosing one fills the form. */
export function AwardIdeas({ onChoose }: { onChoose: (idea: AwardIdea) => void }) {
  const { t } = useTranslation('organization')
  return (
    <section>
      <h2 className={css['heading']}>{t('awards.ideas.title')}</h2>
      <ul className={css['ideas']}>
        {awardIdeas.map((idea) => (
          <li key={idea.key}>
            <button type="button" className={`plain ${css['idea']}`} onClick={() => onChoose(idea)}>
              <span className={css['tile']} aria-hidden="true">
                {idea.emoji}
              </span>
              <b>{t(`awards.ideas.${idea.key}.name`)}</b>
              <span>{t(`awards.ideas.${idea.key}.text`)}</span>
              <small>
                {describePoints(t, { points_min: idea.points[0], points_max: idea.points[1] })}
                {' · '}
                {t(`awards.ideas.${idea.key}.steps`)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
