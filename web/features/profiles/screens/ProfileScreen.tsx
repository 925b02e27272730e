import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import ui from '#web/ui/ui.module.css'
import { BalanceHistory } from '../components/BalanceHistory.tsx'
import { ProfileHeader, ProfileHeaderSkeleton } from '../components/ProfileHeader.tsx'
import {
  ProfileInsights,
  ProfileInsightsSkeleton,
  isPeriod,
} from '../components/ProfileInsights.tsx'
import { ProfilePosts } from '../components/ProfilePosts.tsx'
import css from '../components/profile.module.css'
import { profileQuery } from '../api/queries.ts'

/**
 * A profile that fails to load redirects to /404 (specification, section 8), also after a server
 * error; that page links back. The guards handle an expired session (401) and an unpaid team (402).
 */
function ProfileLoadFailed({ error }: { error: unknown }) {
  const router = useRouter()
  const status = error instanceof ApiCallError ? error.status : 0
  useEffect(() => {
    if (status === 401 || status === 402) return
    void router.navigate({
      to: '/404',
      search: { next: status === 404 ? undefined : router.state.location.href },
      replace: true,
    })
  }, [router, status])
  return null
}

/** /profile/{id}: a user's details, insights, posts and, with the ability, balance history. */
export function ProfileScreen() {
  const { t } = useTranslation('profile')
  const { id } = useParams({ strict: false }) as { id: string }
  // The address holds the tab and period; defaults are left out.
  const { tab: tabParam, period: periodParam, value } = useSearch({ from: '/shell/profile/$id' })
  const navigate = useNavigate({ from: '/profile/$id' })
  const { user } = useConfig()
  const name = usePersonName()
  const profile = useQuery(profileQuery(id))
  usePageTitle(profile.data ? name(profile.data) : t('title'))
  if (profile.isError && !profile.data) return <ProfileLoadFailed error={profile.error} />
  const period = isPeriod(periodParam) ? periodParam : 'quarter'
  const tabs = [
    'received',
    'given',
    ...(profile.data?.abilities.see_balance ? ['sheet'] : []),
  ] as const
  const tab = tabs.find((tabName) => tabName === tabParam) ?? 'received'
  const changeSearch = (part: {
    tab?: string | undefined
    period?: string | undefined
    value?: string | undefined
  }) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false })
  return (
    <div className={ui['page']}>
      {profile.data ? <ProfileHeader profile={profile.data} /> : <ProfileHeaderSkeleton />}
      {profile.isPending ? <ProfileInsightsSkeleton /> : null}
      {/* Without any post there is nothing to chart. */}
      {profile.data && profile.data.posts_count > 0 ? (
        <ProfileInsights
          id={id}
          own={id === user.id}
          period={period}
          onPeriod={(next) => changeSearch({ period: next === 'quarter' ? undefined : next })}
        />
      ) : null}
      <section className={css['room']} aria-labelledby="posts">
        <h2 id="posts" className="sr-only">
          {t('tabs')}
        </h2>
        <SegmentedControl
          classNames={{ root: css['tabs'] ?? '', label: css['tab'] ?? '' }}
          radius="xl"
          withItemsBorders={false}
          data={tabs.map((tabName) => ({ value: tabName, label: t(`tab.${tabName}`) }))}
          value={tab}
          onChange={(next) => changeSearch({ tab: next === 'received' ? undefined : next })}
          aria-label={t('tabs')}
        />
        {tab === 'received' || tab === 'given' ? (
          <ProfilePosts
            key={tab}
            id={id}
            direction={tab}
            filtered={profile.data?.posts_count !== 0}
            valueId={value}
            onValue={(next) => changeSearch({ value: next })}
          />
        ) : (
          <BalanceHistory id={id} />
        )}
      </section>
    </div>
  )
}
