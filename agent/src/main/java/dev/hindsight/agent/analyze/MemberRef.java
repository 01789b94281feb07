package dev.hindsight.agent.analyze;

/** A field or a method as code names it; its owner may have inherited it. */
record MemberRef(String owner, String name, String descriptor) {}
