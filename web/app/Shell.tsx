import {
  IconChevronDown,
  IconGift,
  IconHome,
  IconPlus,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { useFirstEvent } from '#web/lib/use-first-event.ts'
import { lazyMenu, lazyWithFallback } from '#web/ui/lazy.tsx'
import { LogoMark } from '#web/ui/LogoMark.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { BillingBanner } from './BillingBanner.tsx'
import { GlobalOverlays } from './GlobalOverlays.tsx'
import { openOverlay } from '#web/shared/overlay-state.ts'
import { InboxBell, InboxLink } from './InboxBell.tsx'
import { LazyOpenPurchasesLink } from '#web/shared/purchases/lazy-open-purchases.tsx'
import { rewardsHrefFor, useConfig, useCan } from '#web/shared/config.ts'
import { modifierKeyLabel } from '#web/shared/shortcuts/shortcuts.ts'
import css from './shell.module.css'

const HoverCards = lazyWithFallback(() =>
  import('./HoverCards.tsx').then((code) => code.HoverCards),
)
/** The cards of hovered people; a device without a moving pointer never loads them. */
const DeferredHoverCards = () => (useFirstEvent('pointermove') ? <HoverCards /> : null)

const UserMenu = lazyMenu(() => import('./UserMenu.tsx').then((code) => code.UserMenu))

function BrandLink() {
  const { workspace } = useConfig()
  return (
    <Link to="/feed" className={css['brand']}>
      {workspace.logo.url ? (
        <img className={css['logo']} src={workspace.logo.url} alt="" />
      ) : (
        <LogoMark />
      )}
      <span>{workspace.name}</span>
    </Link>
  )
}

type RewardsLink = { to: '/rewards'; search: { tab?: 'mine' } } | null

function HeaderLinks({ rewards }: { rewards: RewardsLink }) {
  const { t } = useTranslation()
  const can = useCan()
  const { has_reports: hasReports } = useConfig()
  return (
    <nav className={css['links']} aria-label={t('nav.label')}>
      <Link to="/feed" className={css['link']}>
        {t('nav.feed')}
      </Link>
      {rewards && (
        <Link {...rewards} className={css['link']}>
          {t('nav.rewards')}
        </Link>
      )}
      {can('fulfil_purchases') && <LazyOpenPurchasesLink />}
      {can('see_dashboard') && (
        <Link to="/dashboard" className={css['link']}>
          {t('nav.dashboard')}
        </Link>
      )}
      {hasReports && (
        <Link to="/my-team" className={`${css['link']} ${css['wideOnly']}`}>
          {t('nav.my_team')}
        </Link>
      )}
    </nav>
  )
}

function SearchButton() {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={`plain ${css['search']}`}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={() => openOverlay('search')}
    >
      <IconSearch size={18} aria-hidden="true" />
      <span>{t('search')}</span>
      <kbd aria-hidden="true">{modifierKeyLabel} K</kbd>
    </button>
  )
}

/** The navigation bar of phones. */
function BottomNavigation({ rewards }: { rewards: RewardsLink }) {
  const { t } = useTranslation()
  const { user } = useConfig()
  return (
    <nav className={css['bottom']} aria-label={t('nav.label')}>
      <Link to="/feed">
        <IconHome size={22} aria-hidden="true" />
        {t('nav.feed')}
      </Link>
      {rewards && (
        <Link {...rewards}>
          <IconGift size={22} aria-hidden="true" />
          {t('nav.rewards')}
        </Link>
      )}
      <button
        type="button"
        className={`plain ${css['thank']}`}
        aria-haspopup="dialog"
        onClick={() => openOverlay('thank')}
      >
        <span>
          <IconPlus size={26} aria-hidden="true" />
        </span>
        {t('nav.thank')}
      </button>
      <InboxLink />
      <Link to="/profile/$id" params={{ id: user.id }}>
        <IconUser size={22} aria-hidden="true" />
        {t('nav.me')}
      </Link>
    </nav>
  )
}

/** Lays out the signed-in pages: header, content, and a bottom bar on phones. */
export function Shell() {
  const { t } = useTranslation()
  const config = useConfig()
  const { rewards_exist: rewardsExist, user, workspace } = config
  // The purchases stay reachable when the shop is empty.
  const rewards: RewardsLink =
    rewardsHrefFor(config) === null
      ? null
      : { to: '/rewards', search: rewardsExist ? {} : { tab: 'mine' } }
  // Without active billing every other page redirects, so its links are hidden.
  const open = workspace.billing_active
  return (
    <>
      <header className={css['header']}>
        <div className={css['bar']}>
          <BrandLink />
          {open ? <HeaderLinks rewards={rewards} /> : null}
          <span className={css['spacer']} />
          {open ? <SearchButton /> : null}
          {open ? <InboxBell /> : null}
          <UserMenu
            target={
              <button type="button" className={`plain ${css['user']}`}>
                <span className="sr-only">{t('menu.open', { name: user.name })}</span>
                <UserAvatar user={user} size={36} />
                <IconChevronDown size={16} aria-hidden="true" />
              </button>
            }
          />
        </div>
      </header>
      <BillingBanner />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {open ? <BottomNavigation rewards={rewards} /> : null}
      <GlobalOverlays isTeamActive={open} />
      {open ? <DeferredHoverCards /> : null}
    </>
  )
}
