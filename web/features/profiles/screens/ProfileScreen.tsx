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
 * Profile loading failure goes to /404 (specification, section 8), also when the server fails; the
 * page offers the way back. A session that ended and a team without a subscription are led
 * elsewhere by the guards.
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

/**
 * /profile/{id}: who somebody is, what they are thanked for and by whom, the posts around them, and
 * for those who may see it the balance sheet.
 */
export function ProfileScreen() {
  const { t } = useTranslation('profile')
  const { id } = useParams({ strict: false }) as { id: string }
  // Where one stands stands in the address; what is usual does not.
  const { tab: word, period: asked, value } = useSearch({ from: '/shell/profile/$id' })
  const navigate = useNavigate({ from: '/profile/$id' })
  const { user } = useConfig()
  const name = usePersonName()
  const profile = useQuery(profileQuery(id))
  usePageTitle(profile.data ? name(profile.data) : t('title'))
  if (profile.isError && !profile.data) return <ProfileLoadFailed error={profile.error} />
  const period = isPeriod(asked) ? asked : 'quarter'
  const tabs = [
    'received',
    'given',
    ...(profile.data?.abilities.see_balance ? ['sheet'] : []),
  ] as const
  const tab = tabs.find((one) => one === word) ?? 'received'
  const go = (part: {
    tab?: string | undefined
    period?: string | undefined
    value?: string | undefined
  }) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false })
  return (
    <div className={ui['page']}>
      {profile.data ? <ProfileHeader profile={profile.data} /> : <ProfileHeaderSkeleton />}
      {profile.isPending ? <ProfileInsightsSkeleton /> : null}
      {/* Who has neither given nor received anything yet has nothing to draw. */}
      {profile.data && profile.data.posts_count > 0 ? (
        <ProfileInsights
          id={id}
          own={id === user.id}
          period={period}
          onPeriod={(next) => go({ period: next === 'quarter' ? undefined : next })}
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
          data={tabs.map((one) => ({ value: one, label: t(`tab.${one}`) }))}
          value={tab}
          onChange={(next) => go({ tab: next === 'received' ? undefined : next })}
          aria-label={t('tabs')}
        />
        {tab === 'received' || tab === 'given' ? (
          <ProfilePosts
            key={tab}
            id={id}
            direction={tab}
            filtered={profile.data?.posts_count !== 0}
            value_id={value}
            onValue={(next) => go({ value: next })}
          />
        ) : (
          <BalanceHistory id={id} />
        )}
      </section>
    </div>
  )
}
