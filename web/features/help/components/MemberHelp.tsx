import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import css from './help.module.css'
import { HelpAnswer, HelpSection } from './HelpSection.tsx'

function PointsHelp() {
  const { t } = useTranslation('help')
  const { settings } = useConfig()
  return (
    <HelpSection id="points" title={t('points.title')}>
      <HelpAnswer title={t('points.give')}>
        <p>{t('points.give_text')}</p>
      </HelpAnswer>
      <HelpAnswer title={t('points.receive')}>
        <p>{t('points.receive_text')}</p>
      </HelpAnswer>
      <HelpAnswer title={t('points.private')}>
        <p>{t('points.private_text')}</p>
      </HelpAnswer>
      {settings.add_ons ? (
        <HelpAnswer title={t('points.add_on')}>
          <p>{t('points.add_on_text')}</p>
        </HelpAnswer>
      ) : null}
      <HelpAnswer title={t('points.delete')}>
        <p>{t('points.delete_text')}</p>
      </HelpAnswer>
    </HelpSection>
  )
}

/** The reader's own limit. */
function LimitsHelp() {
  const { t } = useTranslation('help')
  const {
    allowance: { limit, limit_per_post: limitPerPost, renews_at: renewsAt },
    settings,
  } = useConfig()
  const perPost =
    limitPerPost === null ? null : (
      <p>{t('limits.per_post', { count: limitPerPost, n: formatNumber(limitPerPost) })}</p>
    )
  return (
    <HelpSection id="limits" title={t('limits.title')}>
      {limit === null ? <p>{t('limits.unlimited')}</p> : null}
      {limit === 0 ? <p>{t('limits.none')}</p> : null}
      {limit ? (
        <p>
          {t(`limits.${settings.limit_period}`, { count: limit, n: formatNumber(limit) })}{' '}
          {t('limits.renews', { date: formatDate(renewsAt, settings.timezone) })}
        </p>
      ) : null}
      {perPost}
      <p>{t('limits.several')}</p>
    </HelpSection>
  )
}

function ValuesHelp() {
  const { t } = useTranslation('help')
  const { values } = useConfig()
  return (
    <HelpSection id="values" title={t('values.title')}>
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
    </HelpSection>
  )
}

function RewardsHelp() {
  const { t } = useTranslation('help')
  const { rewards_exist: rewardsExist } = useConfig()
  return (
    <HelpSection id="rewards" title={t('rewards.title')}>
      <p>
        {t('rewards.text')}{' '}
        {rewardsExist ? <Link to="/rewards">{t('rewards.shop')}</Link> : t('rewards.none')}
      </p>
      <HelpAnswer title={t('rewards.request')}>
        <p>{t('rewards.request_text')}</p>
      </HelpAnswer>
      <HelpAnswer title={t('rewards.card')}>
        <p>{t('rewards.card_text')}</p>
      </HelpAnswer>
      <HelpAnswer title={t('rewards.team')}>
        <p>{t('rewards.team_text')}</p>
      </HelpAnswer>
    </HelpSection>
  )
}

/** Help for every member. */
export function MemberHelp() {
  return (
    <>
      <PointsHelp />
      <LimitsHelp />
      <ValuesHelp />
      <RewardsHelp />
    </>
  )
}
