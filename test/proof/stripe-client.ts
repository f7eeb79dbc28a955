import Stripe from 'stripe';

/** Stripe's own SDK with its defaults, pointed at a provider on loopback. */
export function stripeAt({ url }: { url: string }): Stripe {
  return new Stripe('sk_test_proof', { host: '127.0.0.1', port: new URL(url).port, protocol: 'http' });
}

/** How often the SDK sends the request of one call by itself. */
export const attemptsOf = (stripe: Stripe): number => stripe.getMaxNetworkRetries() + 1;
