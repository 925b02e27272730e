import { useCan, useConfig } from '#web/shared/config.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import css from './feed.module.css'

/** Keeps the place of a banner until its code is loaded, so that the feed does not jump. */
const BannerSpace = () => <div className={css['bannerSpace']} />
const WelcomeBanner = lazyWithFallback(
  () => import('./occasional.ts').then((code) => code.WelcomeBanner),
  BannerSpace,
)
const DemoDataBanner = lazyWithFallback(
  () => import('./occasional.ts').then((code) => code.DemoDataBanner),
  BannerSpace,
)

/** Banners of administrators. Most people see none, so each loads when it is needed. */
export function FeedBanners() {
  const { welcome_banner: welcomeBanner, demo_data: demoData } = useConfig()
  const can = useCan()
  // The page of the card provider returns here; the banner then says what has happened.
  const hasReturned = location.search.includes('card=')
  return (
    <>
      {welcomeBanner || hasReturned ? <WelcomeBanner /> : null}
      {demoData && can('remove_demo_data') ? <DemoDataBanner /> : null}
    </>
  )
}
