import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Page } from '#web/ui/Page.tsx'
import { tabClass, Tabs } from '#web/ui/Tabs.tsx'
import { type Subscription, subscriptionQuery } from '../api/queries.ts'
import css from './billing.module.css'

const tabs = ['overview', 'history', 'details', 'payment_method', 'trial'] as const
export type BillingTab = (typeof tabs)[number]

/** The frame of a billing page: tabs, title, and a note when billing is simulated locally. */
export function BillingPage({ tab, children }: { tab: BillingTab; children: ReactNode }) {
  const { t } = useTranslation('billing')
  const { billing, workspace } = useConfig()
  usePageTitle(`${t(`tabs.${tab}`)} · ${t('title')}`)
  return (
    <Page title={t('title')} back={workspace.billing_active ? <SettingsNavigation /> : undefined}>
      <Tabs label={t('title')}>
        {tabs.map((name) => (
          <Link key={name} to={`/settings/billing/${name}`} className={tabClass}>
            {t(`tabs.${name}`)}
          </Link>
        ))}
      </Tabs>
      {children}
      {billing === 'local' ? <p className={css['local']}>{t('local')}</p> : null}
    </Page>
  )
}

/** A billing page that needs the subscription: skeleton, error or content. */
export function SubscriptionPage({
  tab,
  skeleton,
  children,
}: {
  tab: BillingTab
  skeleton: ReactNode
  children: (subscription: Subscription) => ReactNode
}) {
  const subscription = useQuery(subscriptionQuery)
  return (
    <BillingPage tab={tab}>
      {subscription.isPending ? <div aria-busy="true">{skeleton}</div> : null}
      {subscription.isError && !subscription.data ? (
        <ErrorState error={subscription.error} retry={() => void subscription.refetch()} />
      ) : null}
      {subscription.data ? children(subscription.data) : null}
    </BillingPage>
  )
}
