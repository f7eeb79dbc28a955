#!/usr/bin/env node
'use strict';

const { randomUUID } = require('crypto');
const Stripe = require('stripe');

const stripe = new Stripe('sk_test_1');

/**
 * @param {string} customer
 * @param {number} cents
 */
async function bill(customer, cents) {
  let left = 3;
  const idempotencyKey = randomUUID();
  while (true) {
    try {
      return await stripe.invoiceItems.create({ customer, amount: cents, currency: 'eur' }, { idempotencyKey });
    } catch (error) {
      if (--left === 0) throw error;
    }
  }
}

module.exports = { bill };
