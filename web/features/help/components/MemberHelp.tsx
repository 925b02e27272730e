import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/app/config.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import css from './help.module.css'
import { Answer, Section } from './Section.tsx'

function Points() {
  const { t } = useTranslation('help')
  const { settings } = useConfig()
  return (
    <Section id="points" title={t('points.title')}>
      <Answer title={t('points.give')}>
        <p>{t('points.give_text')}</p>
      </Answer>
      <Answer title={t('points.receive')}>
        <p>{t('points.receive_text')}</p>
      </Answer>
      <Answer title={t('points.private')}>
        <p>{t('points.private_text')}</p>
      </Answer>
      {settings.add_ons ? (
        <Answer title={t('points.add_on')}>
          <p>{t('points.add_on_text')}</p>
        </Answer>
      ) : null}
      <Answer title={t('points.delete')}>
        <p>{t('points.delete_text')}</p>
      </Answer>
    </Section>
  )
}

/** The reader's own limit, in words. */
function Limits() {
  const { t } = useTranslation('help')
  const {
    allowance: { limit, limit_per_post, renews_at },
    settings,
  } = useConfig()
  const per_post =
    limit_per_post === null ? null : (
      <p>{t('limits.per_post', { count: limit_per_post, n: formatNumber(limit_per_post) })}</p>
    )
  return (
    <Section id="limits" title={t('limits.title')}>
      {limit === null ? <p>{t('limits.unlimited')}</p> : null}
      {limit === 0 ? <p>{t('limits.none')}</p> : null}
      {limit ? (
        <p>
          {t(`limits.${settings.limit_period}`, { count: limit, n: formatNumber(limit) })}{' '}
          {t('limits.renews', { date: formatDate(renews_at, settings.timezone) })}
        </p>
      ) : null}
      {per_post}
      <p>{t('limits.several')}</p>
    </Section>
  )
}

function Values() {
  const { t } = useTranslation('help')
  const { values } = useConfig()
  return (
    <Section id="values" title={t('values.title')}>
      <p>{t('values.text')}</p>
      <ul className={css['values']} aria-label={t('values.list')}>
        {values.map((value) => (
          <li key={value.id}>
            <ValueChip value={value} />
            {value.description ? <span>{value.description}</span> : null}
          </li>
        ))}
      </ul>
      <p>{t('values.choose')}</p>
    </Section>
  )
}

function Rewards() {
  const { t } = useTranslation('help')
  const { rewards_exist } = useConfig()
  return (
    <Section id="rewards" title={t('rewards.title')}>
      <p>
        {t('rewards.text')}{' '}
        {rewards_exist ? <Link to="/rewards">{t('rewards.shop')}</Link> : t('rewards.none')}
      </p>
      <Answer title={t('rewards.request')}>
        <p>{t('rewards.request_text')}</p>
      </Answer>
      <Answer title={t('rewards.card')}>
        <p>{t('rewards.card_text')}</p>
      </Answer>
      <Answer title={t('rewards.team')}>
        <p>{t('rewards.team_text')}</p>
      </Answer>
    </Section>
  )
}

/** What every member needs to know. */
export function MemberHelp() {
  return (
    <>
      <Points />
      <Limits />
      <Values />
      <Rewards />
    </>
  )
}
