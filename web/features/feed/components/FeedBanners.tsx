import { useCan, useConfig } from '#web/shared/config.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import css from './feed.module.css'
import { loadOccasional } from './load-occasional.ts'

/** Reserves space for the notice until its code is loaded, so that the layout does not shift. */
const BannerSpace = () => <div className={css['bannerSpace']} />
const DemoDataBanner = lazyWithFallback(
  () => loadOccasional().then((code) => code.DemoDataBanner),
  BannerSpace,
)

/** The notice about sample data, for administrators. It loads when it is needed. */
export function FeedBanners() {
  const { demo_data: demoData } = useConfig()
  const can = useCan()
  return demoData && can('remove_demo_data') ? <DemoDataBanner /> : null
}
